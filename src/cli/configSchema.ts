import { z } from 'zod';
import { parseU64 } from '../kernel/u64.ts';

const argv = z.array(z.string().min(1)).min(1).describe('program and arguments; no shell reads them');

/** A seed: a whole number, or its decimal digits as text where it passes 2^53. */
const seed = z
  .union([z.number().int().min(0).max(Number.MAX_SAFE_INTEGER), z.string().regex(/^[0-9]{1,20}$/)])
  .refine((value) => parseU64(String(value)) !== null, { message: 'an unsigned 64-bit integer' });

const mandate = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('absolute_return') }),
  z.strictObject({ kind: z.literal('relative_to'), benchmark_id: z.string().min(1) }),
  z.strictObject({ kind: z.literal('drawdown_capped'), max_per_run_drawdown: z.number().gt(0).max(1) }),
  z.strictObject({ kind: z.literal('outperform_buy_and_hold') }),
]);

/** `sharpebench.json` (page 8.1). Closed; flags override it. */
export const agentConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).max(64).optional().describe('shown in reports'),
  transport: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('stdio'), command: argv }),
      z.strictObject({ kind: z.literal('http'), url: z.string().min(1), command: argv.optional() }),
    ])
    .optional(),
  build: argv.optional(),
  watch: z.array(z.string()).optional(),
  ignore: z.array(z.string()).optional(),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
    .optional()
    .describe('names of further environment variables that the agent may see'),
  data: z.string().min(1).optional(),
  costs: z.string().min(1).optional(),
  seeds: z.array(seed).min(1).optional(),
  windows: z
    .array(z.string().regex(/^[0-9]+:[0-9]+$/))
    .min(1)
    .optional()
    .describe('bars A:B, B excluded'),
  faultPlan: z.string().min(1).optional(),
  decideTimeoutMs: z.number().int().min(1).max(3_600_000).optional(),
  declaredMandate: mandate.optional(),
});

export type AgentConfig = z.output<typeof agentConfigSchema>;

export const configKeys = Object.keys(agentConfigSchema.shape);
