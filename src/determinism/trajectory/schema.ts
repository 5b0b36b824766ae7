import { z } from 'zod';
import { decisionSchema, tokenCount } from '../../protocol/schemas.ts';

/**
 * The trajectory file as zod types, from which its published schema is made. Files are
 * not read with these: `readTrajectory` keeps every place. All objects but decisions are
 * open, as they are to the reference.
 */

const bars = z.int().min(0);
const digest = z.string().describe('SHA-256 in lower case hexadecimal digits.');

const contract = z
  .looseObject({
    schema_version: z.int().min(0).describe('3: a confidence that is left out differs from any stated one.'),
    dataset_sha256: digest,
    cost_model_sha256: digest,
    engine_version: z.string().meta({ examples: ['0.28.0'] }),
    windows: z
      .array(z.looseObject({ start: bars, end: bars }))
      .describe('Half-open ranges of bars, ascending, not overlapping.'),
    seeds: z.array(tokenCount).describe('Unsigned 64-bit integers, each once.'),
    runner_artifact_sha256: digest.nullable().optional(),
  })
  .meta({ id: 'TrajectoryContract', description: 'What the runs were captured on.' });

const mandate = z
  .discriminatedUnion('kind', [
    z.looseObject({ kind: z.literal('absolute_return') }),
    z.looseObject({ kind: z.literal('relative_to'), benchmark_id: z.string() }),
    z.looseObject({ kind: z.literal('drawdown_capped'), max_per_run_drawdown: z.number() }),
    z.looseObject({ kind: z.literal('outperform_buy_and_hold') }),
    z.looseObject({ kind: z.literal('long_only_beta').describe('Read as outperform_buy_and_hold.') }),
  ])
  .meta({ id: 'DeclaredMandate', description: 'The reliability verdict that the agent asks for.' });

const step = z
  .looseObject({
    step: bars.describe('From 0 in the window.'),
    observation_id: z.string().describe('The date of the observation that was answered.'),
    decision: decisionSchema,
  })
  .meta({ id: 'DecisionStep', description: 'One accepted decision.' });

const run = z
  .looseObject({ window_start: bars, window_end: bars, seed: tokenCount, steps: z.array(step) })
  .meta({ id: 'RunTrajectory', description: 'One window under one seed.' });

export const trajectorySchema = z
  .looseObject({
    agent_id: z.string().meta({ examples: ['momentum', 'cmd:python3 agent.py'] }),
    contract: contract.nullable().optional(),
    in_sample_trials: z.int().min(0).max(0xffff_ffff).default(0),
    declared_mandate: mandate.nullable().optional(),
    runs: z.array(run).describe('All seeds of the first window, then of the next.'),
  })
  .meta({
    title: 'AgentTrajectory',
    description: 'What an agent decided, run by run (docs/trajectories.md).',
  });
