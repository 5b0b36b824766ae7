import { printable } from '../../kernel/printable.ts';
import { count, milliseconds } from '../text/numbers.ts';
import type { CheckDocument } from './checkDocument.ts';
import { digestLabel, type Fact } from './facts.ts';

/** The few numbers that a reader of a check looks for first. */
export function checkFigures({ instruments, report }: CheckDocument): readonly Fact[] {
  const binding = instruments.filter(({ isBinding }) => isBinding);
  const passed = binding.filter(({ status }) => status === 'passed').length;
  const advisory = instruments.length - binding.length;
  const { cells } = report.roster;
  const clean = cells.filter(({ status }) => status === 'clean').length;
  return [
    { label: 'Required passed', value: `${passed} of ${binding.length}` },
    { label: 'Advisory', value: String(advisory) },
    { label: 'Clean runs', value: `${clean} of ${cells.length}` },
    { label: 'Exit code', value: String(report.exit_code) },
  ];
}

/** Everything that fixes a check. */
export function checkFacts({ report, record }: CheckDocument): readonly Fact[] {
  const { candidate, roster, case: contract } = report;
  const text = (label: string, value: string): Fact => ({ label, value: printable(value), isText: true });
  const { sidecars, ...digests } = roster.digests;
  return [
    text('Agent', candidate.agent.id),
    { label: 'Transport', value: candidate.agent.transport },
    text('Snapshot', candidate.snapshot_id),
    text('Seal', candidate.seal ?? 'none: the runs are not complete'),
    text('Case', contract.name),
    text('Case SHA-256', contract.sha256),
    text('Data', roster.data.source),
    {
      label: 'Market',
      value: `${count(roster.data.symbols.length, 'symbol')}, ${count(roster.data.bars, 'bar')}`,
    },
    text('Costs', roster.costs),
    {
      label: 'Cells',
      value: `${count(roster.windows.length, 'window')} × ${count(roster.seeds.length, 'seed')}`,
    },
    ...roster.plans.map(({ name, sha256 }) => text(`Fault plan ${printable(name)}`, sha256)),
    { label: 'Decide timeout', value: milliseconds(roster.decide_timeout_ms) },
    ...Object.entries({ ...digests, ...sidecars }).map(([name, value]) =>
      text(digestLabel(name), String(value)),
    ),
    text('Record', report.record),
    ...(record.startedAt === null ? [] : [{ label: 'Started', value: record.startedAt }]),
    { label: 'Kit', value: printable(`${report.kit}, Node ${report.node}, ${report.platform}`) },
    ...(record.command === null ? [] : [text('Check it again', record.command)]),
  ];
}
