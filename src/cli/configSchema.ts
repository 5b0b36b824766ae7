import { z } from 'zod';
import { costProfileNames } from '../engine/costModel.ts';
import { limits } from '../kernel/limits.ts';
import { parseU64 } from '../kernel/u64.ts';
import { SCHEMA_BASE } from '../protocol/schemaDocument.ts';

const argv = z.array(z.string().min(1)).min(1);

/** A seed: a whole number, or its decimal digits as text where it passes 2^53. */
const seed = z
  .union([z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().regex(/^[0-9]{1,20}$/)])
  .refine((value) => parseU64(String(value)) !== null, { message: 'an unsigned 64-bit integer' });

const stdio = z.strictObject({
  kind: z.literal('stdio').describe('A program that reads observations from stdin and answers on stdout.'),
  command: argv.meta({
    description: 'Program and arguments, one element each; no shell reads them. It starts in this folder.',
    examples: [['python3', '-u', 'agent.py']],
  }),
});

const http = z.strictObject({
  kind: z.literal('http').describe('An endpoint that gets observations by POST.'),
  url: z
    .string()
    .min(1)
    .meta({ description: 'Where the agent listens.', examples: ['http://127.0.0.1:8080/decide'] }),
  command: argv.optional().meta({
    description: 'Starts the endpoint: program and arguments. Left out, it is running already.',
    examples: [['python3', 'server.py']],
  }),
});

const declared = <Kind extends string>(kind: Kind, description: string) =>
  z.literal(kind).describe(description);

const mandate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: declared('absolute_return', 'Profitable in every regime.') }),
  z.strictObject({
    kind: declared('relative_to', 'Better than another agent in every regime.'),
    benchmark_id: z
      .string()
      .min(1)
      .meta({ description: 'The agent to be better than.', examples: ['buy-and-hold'] }),
  }),
  z.strictObject({
    kind: declared('drawdown_capped', 'Profitable in one regime at least, and no run falls too far.'),
    max_per_run_drawdown: z
      .number()
      .gt(0)
      .max(1)
      .meta({ description: 'The deepest fall from a peak, as a share of it.', examples: [0.2] }),
  }),
  z.strictObject({
    kind: declared('outperform_buy_and_hold', 'Better than buying and holding in every regime.'),
  }),
]);

/** `sharpebench.json` (page 8.1). Closed; flags override it. */
export const agentConfigSchema = z
  .strictObject({
    $schema: z
      .string()
      .optional()
      .meta({
        description: 'Address of this schema, for editors.',
        examples: [`${SCHEMA_BASE}sharpebench.schema.json`],
      }),
    name: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'What reports call the agent.', examples: ['momentum'] }),
    transport: z
      .discriminatedUnion('kind', [stdio, http])
      .optional()
      .meta({
        description: 'How the agent is reached: a program (stdio) or an endpoint (http).',
        examples: [{ kind: 'stdio', command: ['python3', 'agent.py'] }],
      }),
    build: argv.optional().meta({
      description: 'Program and arguments that build the agent before it starts.',
      examples: [['cargo', 'build', '--release']],
    }),
    watch: z
      .array(z.string())
      .optional()
      .meta({
        description: 'Globs of the files whose change restarts the agent, from this folder.',
        examples: [['src/**', 'model.json']],
      }),
    ignore: z
      .array(z.string())
      .optional()
      .meta({
        description:
          'Globs of further files whose change does not restart it. Version control, dependencies, virtual environments, build output, caches and run records never do.',
        examples: [['notes/**', '*.log']],
      }),
    env: z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
      .optional()
      .meta({
        description:
          'Names of further environment variables that the agent may see; values never stand here.',
        default: [],
        examples: [['MODEL_API_KEY']],
      }),
    data: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'A generator spec, a sample by name, or the path of a CSV file from this folder.',
        examples: ['calm', 'prices.csv'],
      }),
    costs: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: `A cost profile (${costProfileNames.join(', ')}) or the path of a JSON file from this folder.`,
        default: 'typical',
        examples: ['stressed'],
      }),
    seeds: z
      .array(seed)
      .min(1)
      .optional()
      .meta({
        description:
          'Seeds of execution, from 0 to 18446744073709551615; beyond 9007199254740991 as text. simulate takes the first.',
        default: [0, 1, 2, 3, 4, 5, 6, 7],
        examples: [[7, '18446744073709551615']],
      }),
    windows: z
      .array(z.string().regex(/^[0-9]+:[0-9]+$/))
      .min(1)
      .optional()
      .meta({
        description: 'Windows as bars A:B, B excluded. simulate takes the first.',
        examples: [['20:100', '100:180']],
      }),
    faultPlan: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Path of a fault plan from this folder.', examples: ['faults.json'] }),
    decideTimeoutMs: z
      .number()
      .int()
      .min(1)
      .max(3_600_000)
      .optional()
      .meta({
        description: 'Wall-clock budget of one decision, in milliseconds.',
        default: limits.decideTimeoutMs,
        examples: [5000],
      }),
    declaredMandate: mandate.optional().meta({
      description: 'The reliability verdict that the agent asks for, beside the one that it always gets.',
      examples: [{ kind: 'drawdown_capped', max_per_run_drawdown: 0.2 }],
    }),
  })
  .meta({
    title: 'sharpebench.json',
    description: 'How sbdev runs the agent of this folder. Flags of the command line override it.',
  });

export type AgentConfig = z.output<typeof agentConfigSchema>;

export const configKeys = Object.keys(agentConfigSchema.shape);
