import { SplitMix64 } from '../kernel/splitMix64.ts';
import { RUN_STREAM } from './streams.ts';

const MASK = 0xffff_ffff_ffff_ffffn;

/** The three draws of one order under execution noise (page 2.5). */
export interface NoiseDraws {
  readonly delay: number;
  readonly fill: number;
  readonly queue: number;
}

/**
 * Draws for (seed, bar, symbol index): a stream of its own, so that noise never
 * depends on what else was traded.
 */
export function noiseDraws(seed: bigint, bar: number, symbolIndex: number): NoiseDraws {
  const barKey = (BigInt(bar) * 0xd6e8_feb8_6659_fd93n) & MASK;
  const symbolKey = (BigInt(symbolIndex + 1) * 0x2545_f491_4f6c_dd1dn) & MASK;
  const stream = new SplitMix64(seed ^ barKey ^ symbolKey ^ RUN_STREAM);
  return { delay: stream.unit(), fill: stream.unit(), queue: stream.unit() };
}
