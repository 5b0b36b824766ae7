import type { Diagnostic } from '../../src/kernel/diagnostic.ts';
import { rustDebug } from './rustDebug.ts';

/** The reference's own words for a semantic refusal (page 1.3); null for any other finding. */
export function referenceReason(finding: Diagnostic): string | null {
  const index = String(finding.facts.index ?? '');
  const symbol = () => rustDebug(String(finding.facts.symbol ?? ''));
  switch (finding.code) {
    case 'unknown-symbol':
      return `orders[${index}].symbol ${symbol()} was not observed`;
    case 'duplicate-order':
      return `duplicate order for symbol ${symbol()}`;
    case 'weight-out-of-range':
      return `orders[${index}].target_weight must be finite and in [-1, 1]`;
    case 'confidence-out-of-range':
      return `orders[${index}].confidence must be finite and in [0, 1]`;
    case 'cost-negative':
      return 'cost.cost_usd must be finite and nonnegative';
    default:
      return null;
  }
}
