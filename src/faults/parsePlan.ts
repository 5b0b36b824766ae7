import { closest, distance } from 'fastest-levenshtein';
import { type Diagnostic, diagnostic, type Fact } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { limits } from '../kernel/limits.ts';
import { U64_MAX } from '../kernel/u64.ts';
import { faultFindings } from '../protocol/diagnostics/faultFindings.ts';
import { type LosslessValue, losslessValue } from '../protocol/json/losslessValue.ts';
import { JsonTape } from '../protocol/json/tape.ts';
import {
  armableModes,
  type FaultMode,
  type FaultPlan,
  modes,
  PLAN_VERSION,
  type PlannedFault,
  type Relaxation,
  relaxations,
  usedRelaxations,
} from './plan.ts';

const PLAN_KEYS = ['schema_version', 'seed', 'declared_relaxations', 'faults'] as const;
const FAULT_KEYS = ['id', 'group', 'cohort_ppm', 'fault'] as const;
const MAX_PPM = 1_000_000n;
const MAX_BOUND = 64n;
const NAME = /^[a-z0-9_-]{1,64}$/;

/**
 * Reads a fault plan document (page 5.1). Throws a UsageError with every refusal, each
 * naming the place and, where there is one, the fault.
 */
export function parseFaultPlan(bytes: Uint8Array, file: string): FaultPlan {
  if (bytes.length > limits.faultPlanBytes) {
    throw new UsageError(
      diagnostic(
        'plan-too-large',
        'error',
        { file },
        {
          found: `${bytes.length} bytes`,
          accepted: [`at most ${limits.faultPlanBytes} bytes`],
        },
      ),
    );
  }
  const tape = new JsonTape();
  if (!tape.read(bytes)) {
    const [first] = faultFindings(tape);
    const where = first?.place.offset === undefined ? '' : ` at byte ${first.place.offset}`;
    const rest = { found: `${first?.code ?? 'not-json'}${where}` };
    throw new UsageError(diagnostic('plan-not-json', 'error', { file }, rest));
  }
  return new PlanReader(file).read(tape);
}

type Members = ReadonlyMap<string, LosslessValue>;

class PlanReader {
  readonly #file: string;
  readonly #problems: Diagnostic[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  read(tape: JsonTape): FaultPlan {
    const root = losslessValue(tape, 0, (pointer, key) =>
      this.#refuse('plan-repeated-key', pointer, key, []),
    );
    const plan = this.#object(root, '', PLAN_KEYS);
    if (plan === null) throw new UsageError(...this.#problems);
    if (plan.get('schema_version') !== PLAN_VERSION) {
      this.#refuse('plan-version', '/schema_version', shown(plan.get('schema_version')), [
        `"${PLAN_VERSION}"`,
      ]);
    }
    const seed = this.#seed(plan.get('seed'));
    const faults = this.#faults(plan.get('faults'));
    const declared = this.#relaxations(plan.get('declared_relaxations'));
    // What a half-read plan uses, or sums up to, is not known.
    if (this.#problems.length === 0) {
      this.#checkDeclared(declared, faults);
      this.#checkGroups(faults);
    }
    if (this.#problems.length > 0) throw new UsageError(...this.#problems);
    return { seed, declaredRelaxations: declared, faults };
  }

  #seed(value: LosslessValue | undefined): bigint {
    if (typeof value === 'bigint' && value <= U64_MAX) return value;
    this.#refuse('plan-bad-seed', '/seed', shown(value), ['a whole number from 0 to 18446744073709551615']);
    return 0n;
  }

  #relaxations(value: LosslessValue | undefined): Relaxation[] {
    if (!Array.isArray(value)) {
      this.#refuse('plan-wrong-type', '/declared_relaxations', shown(value), [
        'an array of relaxation names',
      ]);
      return [];
    }
    const declared = new Set<LosslessValue>(value);
    for (const [index, each] of value.entries()) {
      if (typeof each === 'string' && (relaxations as readonly string[]).includes(each)) continue;
      const nearest = typeof each === 'string' ? near(each, relaxations) : {};
      this.#refuse(
        'plan-unknown-relaxation',
        `/declared_relaxations/${index}`,
        shown(each),
        relaxations,
        nearest,
      );
    }
    return relaxations.filter((each) => declared.has(each));
  }

  #faults(value: LosslessValue | undefined): PlannedFault[] {
    if (!Array.isArray(value)) {
      this.#refuse('plan-wrong-type', '/faults', shown(value), ['an array of faults']);
      return [];
    }
    if (value.length < 1 || value.length > 64) {
      this.#refuse('plan-fault-count', '/faults', String(value.length), ['1 to 64 faults']);
      return [];
    }
    const seen = new Map<string, number>();
    const faults: PlannedFault[] = [];
    for (const [index, each] of value.entries()) {
      const fault = this.#fault(each as LosslessValue, `/faults/${index}`);
      if (fault === null) continue;
      const earlier = seen.get(fault.id);
      if (earlier !== undefined) {
        this.#refuse('plan-repeated-id', `/faults/${index}/id`, fault.id, ['an id of its own'], {
          fault: fault.id,
          earlier: `/faults/${earlier}`,
        });
      }
      seen.set(fault.id, index);
      faults.push(fault);
    }
    return faults;
  }

  #fault(value: LosslessValue, pointer: string): PlannedFault | null {
    const before = this.#problems.length;
    const members = this.#object(value, pointer, FAULT_KEYS);
    if (members === null) return null;
    const id = this.#name(members.get('id'), `${pointer}/id`);
    const group = members.has('group') ? this.#name(members.get('group'), `${pointer}/group`) : null;
    const cohortPpm = this.#whole(
      members.get('cohort_ppm'),
      `${pointer}/cohort_ppm`,
      'plan-bad-cohort',
      MAX_PPM,
      id,
    );
    const mode = this.#mode(members.get('fault'), `${pointer}/fault`, id);
    if (mode === null || this.#problems.length > before) return null;
    return { id, group, cohortPpm, ...mode };
  }

  #mode(
    value: LosslessValue | undefined,
    pointer: string,
    id: string,
  ): { mode: FaultMode; bound: number } | null {
    if (!(value instanceof Map)) {
      this.#refuse('plan-wrong-type', pointer, shown(value), ['an object with a mode and its bound'], {
        fault: id,
      });
      return null;
    }
    const mode = value.get('mode');
    if (mode === 'limit_before_sort') {
      this.#refuse('plan-not-armable', `${pointer}/mode`, 'limit_before_sort', armableModes, { fault: id });
      return null;
    }
    if (typeof mode !== 'string' || !Object.hasOwn(modes, mode)) {
      const nearest = typeof mode === 'string' ? near(mode, armableModes) : {};
      this.#refuse('plan-unknown-mode', `${pointer}/mode`, shown(mode), armableModes, {
        fault: id,
        ...nearest,
      });
      return null;
    }
    const { boundKey } = modes[mode as FaultMode];
    this.#object(value, pointer, ['mode', boundKey], id);
    const bound = this.#whole(value.get(boundKey), `${pointer}/${boundKey}`, 'plan-bad-bound', MAX_BOUND, id);
    return { mode: mode as FaultMode, bound };
  }

  #name(value: LosslessValue | undefined, pointer: string): string {
    if (typeof value === 'string' && NAME.test(value)) return value;
    this.#refuse('plan-bad-name', pointer, shown(value), ['1 to 64 of a-z, 0-9, _ and -']);
    return typeof value === 'string' ? value : '';
  }

  #whole(
    value: LosslessValue | undefined,
    pointer: string,
    code: string,
    max: bigint,
    fault: string,
  ): number {
    if (typeof value === 'bigint' && value >= 1n && value <= max) return Number(value);
    this.#refuse(code, pointer, shown(value), [`a whole number from 1 to ${max}`], { fault });
    return 0;
  }

  #object(
    value: LosslessValue | undefined,
    pointer: string,
    keys: readonly string[],
    fault?: string,
  ): Members | null {
    const facts: Record<string, Fact> = fault === undefined ? {} : { fault };
    if (!(value instanceof Map)) {
      this.#refuse(
        'plan-wrong-type',
        pointer,
        shown(value),
        [`an object with the keys ${keys.join(', ')}`],
        facts,
      );
      return null;
    }
    const members = value as Members;
    for (const key of members.keys()) {
      if (!keys.includes(key))
        this.#refuse('plan-unknown-key', `${pointer}/${key}`, key, keys, { ...facts, ...near(key, keys) });
    }
    return members;
  }

  /** Declared exactly what the faults use: no more, since an entrant prepares for it, and no less. */
  #checkDeclared(declared: readonly Relaxation[], faults: readonly PlannedFault[]): void {
    const used = usedRelaxations(faults);
    const missing = used.filter((each) => !declared.includes(each));
    const extra = declared.filter((each) => !used.includes(each));
    if (missing.length === 0 && extra.length === 0) return;
    this.#refuse(
      'plan-relaxations',
      '/declared_relaxations',
      `[${declared.join(', ')}]`,
      [`[${used.join(', ')}]`],
      {
        missing,
        extra,
      },
    );
  }

  #checkGroups(faults: readonly PlannedFault[]): void {
    const sums = new Map<string, number>();
    for (const { group, cohortPpm } of faults) {
      if (group !== null) sums.set(group, (sums.get(group) ?? 0) + cohortPpm);
    }
    for (const [group, sum] of sums) {
      if (sum <= Number(MAX_PPM)) continue;
      this.#refuse('plan-group-sum', '/faults', String(sum), [`at most ${MAX_PPM} in one group`], { group });
    }
  }

  #refuse(
    code: string,
    pointer: string,
    found: string,
    accepted: readonly string[],
    facts: Readonly<Record<string, Fact>> = {},
  ): void {
    this.#problems.push(diagnostic(code, 'error', { file: this.#file, pointer }, { found, accepted, facts }));
  }
}

function near(text: string, names: readonly string[]): Record<string, Fact> {
  const nearest = closest(text, [...names]);
  return distance(text, nearest) <= 3 ? { nearest } : {};
}

function shown(value: LosslessValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Map) return 'an object';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'bigint' ? value.toString() : (JSON.stringify(value)?.slice(0, 100) ?? 'nothing');
}
