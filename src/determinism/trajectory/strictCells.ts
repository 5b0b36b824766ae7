import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import type { Window } from '../../market/dataset.ts';
import type { TrajectoryContract } from '../trajectory.ts';

/** What is wrong with a contract's windows, then with its seeds: not empty, in range, unique, in order. */
export function windowAndSeedFindings(
  { windows, seeds }: TrajectoryContract,
  bars: number,
): readonly Diagnostic[] {
  return [...emptyFindings(windows, seeds), ...windowFindings(windows, bars), ...seedFindings(seeds)];
}

function emptyFindings(windows: readonly Window[], seeds: readonly bigint[]): readonly Diagnostic[] {
  const rows = [
    { code: 'trajectory-no-windows', member: 'windows', count: windows.length },
    { code: 'trajectory-no-seeds', member: 'seeds', count: seeds.length },
  ];
  return rows
    .filter(({ count }) => count === 0)
    .map(({ code, member }) =>
      diagnostic(
        code,
        'error',
        { pointer: `/contract/${member}` },
        { found: '[]', accepted: ['at least one'] },
      ),
    );
}

function windowFindings(windows: readonly Window[], bars: number): readonly Diagnostic[] {
  const outside = windows.findIndex(({ start, end }) => start >= end || end > bars);
  if (outside !== -1) {
    return [windowFinding('trajectory-window-range', windows, outside, `0 <= start < end <= ${bars}`)];
  }
  const seen = new Set<string>();
  for (const [index, window] of windows.entries()) {
    const before = windows[index - 1];
    if (seen.has(textOf(window))) {
      return [windowFinding('trajectory-window-repeated', windows, index, 'each window once')];
    }
    seen.add(textOf(window));
    if (before === undefined || window.start >= before.end) continue;
    return window.start < before.start
      ? [windowFinding('trajectory-window-order', windows, index, `a start after that of ${textOf(before)}`)]
      : [windowFinding('trajectory-window-overlap', windows, index, `a start at ${before.end} or later`)];
  }
  return [];
}

function windowFinding(
  code: string,
  windows: readonly Window[],
  index: number,
  accepted: string,
): Diagnostic {
  const place = { pointer: `/contract/windows/${index}` };
  return diagnostic(code, 'error', place, { found: textOf(windows[index]!), accepted: [accepted] });
}

function textOf({ start, end }: Window): string {
  return `[${start},${end})`;
}

function seedFindings(seeds: readonly bigint[]): readonly Diagnostic[] {
  const seen = new Set<bigint>();
  for (const [index, seed] of seeds.entries()) {
    if (seen.has(seed)) {
      const rest = { found: String(seed), accepted: ['each seed once'] };
      return [diagnostic('trajectory-seed-repeated', 'error', { pointer: `/contract/seeds/${index}` }, rest)];
    }
    seen.add(seed);
  }
  return [];
}
