import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { CostModel } from './costModel.ts';

/** Version tag of a fixed decision delay, in cost files and in the digest. */
export const FIXED_DELAY_VERSION = 'sharpebench.fixed-decision-delay.v1';

/** SHA-256 (hex) that names a cost model in trajectories and reports (page 4.2). */
export function costModelSha256(costs: CostModel): string {
  return bytesToHex(sha256(utf8ToBytes(costDigestPreimage(costs))));
}

/** The ASCII text that is hashed: every number as its IEEE bits. */
export function costDigestPreimage(costs: CostModel): string {
  const { noise } = costs;
  const fields = [
    'sharpebench-cost-model-v1',
    bits(costs.feeBps),
    bits(costs.slippageBps),
    bits(costs.impactBps),
    bits(costs.financingBps),
    bits(costs.maxParticipation),
    costs.trfCost === null ? 'none' : `some:${bits(costs.trfCost)}`,
    noise === null
      ? 'none'
      : `some:${[noise.delayProb, noise.minFillFrac, noise.carryFloor, noise.queueParticipationRef].map(bits).join(':')}`,
  ];
  if (costs.shortBorrowBps !== 0) fields.push(`short-borrow:${bits(costs.shortBorrowBps)}`);
  if (costs.fixedDelayBars !== null) fields.push(`${FIXED_DELAY_VERSION}:${costs.fixedDelayBars}`);
  return fields.join('|');
}

const view = new DataView(new ArrayBuffer(8));

/** 16 hex digits of the IEEE-754 bits. */
function bits(value: number): string {
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
