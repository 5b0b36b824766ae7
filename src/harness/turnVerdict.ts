export const turnVerdicts = ['accepted', 'refused', 'timeout', 'fault', 'not_asked'] as const;

/**
 * Who decided this step: the agent; or the kit, which filled in an empty hold since
 * the answer was refused, nothing usable came, or the agent was no longer asked.
 */
export type TurnVerdict = (typeof turnVerdicts)[number];

/** How many turns there were of each, before the first. */
export function noTurns(): Record<TurnVerdict, number> {
  return { accepted: 0, refused: 0, timeout: 0, fault: 0, not_asked: 0 };
}
