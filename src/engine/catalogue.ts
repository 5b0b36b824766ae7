import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

function at(diagnostic: Diagnostic): string {
  const { file, pointer } = diagnostic.place;
  return [file, pointer].filter((each) => each !== undefined && each !== '').join(' ');
}

/** Codes of a wrong run configuration: costs, agents, windows. */
export const engineCatalogue: readonly CodeEntry[] = [
  {
    code: 'bad-cost-value',
    severity: 'error',
    title: 'a cost model holds a value that it may not hold',
    about:
      'Rates are in basis points and are charges: finite and 0 or more. max_participation is a fraction of NAV (absent or null: unlimited). Noise probabilities and fractions lie in [0, 1], carry_floor is 0 or more, queue_participation_ref is above 0. A fixed delay is a whole number of bars.',
    bad: '{"fee_bps": -1, "slippage_bps": 3, "impact_bps": 50, "financing_bps": 5}',
    good: '{"fee_bps": 2, "slippage_bps": 3, "impact_bps": 50, "financing_bps": 5}',
    words: (diagnostic) => ({
      message: `${at(diagnostic)}: found ${diagnostic.found ?? 'nothing'}, expected ${diagnostic.accepted.join(' or ')}`,
      cause: null,
      fix: 'correct the value; `sbdev explain bad-cost-value` lists every field',
    }),
  },
  {
    code: 'unknown-cost-field',
    severity: 'error',
    title: 'a cost file has a key that the model does not know',
    about:
      'Cost files are closed: a key that nothing reads would be a cost that nobody charges. The keys are fee_bps, slippage_bps, impact_bps, financing_bps (required), max_participation, trf_cost, noise, short_borrow_bps, fixed_delay.',
    bad: '{"fee": 2, ...}',
    good: '{"fee_bps": 2, ...}',
    words: (diagnostic) => ({
      message: `${at(diagnostic)}: unknown key; accepted here: ${diagnostic.accepted.join(', ')}`,
      cause: null,
      fix:
        typeof diagnostic.facts.nearest === 'string'
          ? `did you mean ${diagnostic.facts.nearest}?`
          : 'remove the key',
    }),
  },
];
