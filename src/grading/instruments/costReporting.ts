import type { DecisionCost } from '../../protocol/decision.ts';
import { type InstrumentRow, measured, reading } from './instrument.ts';
import { counted, runRef, runsText } from './runsText.ts';

/** Whether what the agent says of its spend can be true. Nothing reported is unknown, never zero. */
export const costReporting: InstrumentRow = {
  id: 'cost-reporting',
  requirementId: 'cost-reporting',
  title: 'reported costs make sense',
  required: false,
  binding: false,
  bounds: {},
  measure: async ({ runs }) => {
    const { all } = runs;
    const answered = all.flatMap((run) =>
      run.turns.flatMap(({ verdict, decision }) =>
        verdict === 'accepted' && decision !== null ? [decision] : [],
      ),
    );
    const costs = answered.flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
    const restsOn = [
      runsText(all),
      `${costs.length} of ${counted(answered.length, 'decision')} report a cost`,
    ];
    if (answered.length === 0) return reading('abstained', 'no decision was accepted', { restsOn });
    if (costs.length === 0) {
      return reading('abstained', 'no decision reports a cost: it is unknown, not zero', { restsOn });
    }
    const measures = [
      measured('decisions that report', costs.length),
      measured('decisions that do not', answered.length - costs.length),
      measured(
        'cost',
        sum(costs, (cost) => cost.cost_usd),
        'USD',
      ),
      measured(
        'tokens in',
        sum(costs, (cost) => Number(cost.tokens_in)),
      ),
      measured(
        'tokens out',
        sum(costs, (cost) => Number(cost.tokens_out)),
      ),
    ];
    const doubts = doubtsOf(costs, answered.length);
    const evidence = all.map(runRef);
    return doubts.length === 0
      ? reading('passed', 'what is reported can be true', { restsOn, measures, evidence })
      : reading('failed', doubts.join('; '), { restsOn, measures, evidence });
  },
  control: { name: 'overthinks', catches: 'reports more reasoning tokens than tokens out' },
};

/**
 * A run's cost adds up dollars where there are any, else tokens (page 1.3), so decisions
 * that report either make a sum of nothing. Reasoning tokens are part of the tokens out.
 */
function doubtsOf(costs: readonly DecisionCost[], answered: number): readonly string[] {
  const inDollars = costs.filter((cost) => cost.cost_usd > 0).length;
  const inTokens = costs.filter(
    (cost) => cost.cost_usd === 0 && cost.tokens_in + cost.tokens_out > 0n,
  ).length;
  const excessive = costs.filter((cost) => cost.reasoning_tokens > cost.tokens_out).length;
  return [
    costs.length < answered
      ? `${answered - costs.length} of ${counted(answered, 'decision')} report nothing, so totals are unknown`
      : '',
    inDollars > 0 && inTokens > 0
      ? `${inDollars} in dollars and ${inTokens} in tokens alone, which a run adds up as if they were one`
      : '',
    excessive > 0 ? `${counted(excessive, 'decision')} with more reasoning tokens than tokens out` : '',
  ].filter((each) => each !== '');
}

function sum(costs: readonly DecisionCost[], of: (cost: DecisionCost) => number): number {
  return costs.reduce((total, cost) => total + of(cost), 0);
}
