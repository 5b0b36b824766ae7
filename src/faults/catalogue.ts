import type { CodeEntry, Diagnostic } from '../kernel/diagnostic.ts';

/** A refusal of a plan in one sentence: which fault, where, what was found, what may stand there. */
function message(found: Diagnostic, what: string): string {
  const { file, pointer } = found.place;
  const { fault } = found.facts;
  const where = [file, pointer === '' ? undefined : pointer].filter((each) => each !== undefined).join(' ');
  const whose = typeof fault === 'string' && fault !== '' ? ` (fault ${fault})` : '';
  const accepted = found.accepted.length === 0 ? '' : `; accepted: ${found.accepted.join(', ')}`;
  return `${where}${whose}: ${what}, found ${found.found ?? 'nothing'}${accepted}`;
}

function row(
  code: string,
  title: string,
  about: string,
  bad: string,
  good: string,
  fix: string | ((found: Diagnostic) => string),
): CodeEntry {
  return {
    code,
    severity: 'error',
    title,
    about,
    bad,
    good,
    words: (found) => ({
      message: message(found, title),
      cause: null,
      fix:
        typeof found.facts.nearest === 'string'
          ? `did you mean ${found.facts.nearest}?`
          : typeof fix === 'string'
            ? fix
            : fix(found),
    }),
  };
}

const listed = (fact: unknown): string => (Array.isArray(fact) && fact.length > 0 ? fact.join(', ') : 'none');

/** Codes of a fault plan that is refused (page 5.1). */
export const faultCatalogue: readonly CodeEntry[] = [
  row(
    'plan-unreadable',
    'the fault plan cannot be read',
    'The file given by --fault-plan does not exist, or may not be read.',
    '--fault-plan missing.json',
    '--fault-plan examples/faults/stale-reads.json',
    'check the path',
  ),
  row(
    'plan-not-json',
    'the fault plan is not JSON',
    'A plan is one JSON object (RFC 8259): no comments, no trailing commas, no byte order mark.',
    '{"seed": 1,}',
    '{"seed": 1}',
    (found) => `mend the syntax there; sbdev explain ${String(found.found).split(' ')[0]} says more`,
  ),
  row(
    'plan-too-large',
    'the fault plan is too large',
    'A plan document is at most 64 KiB.',
    'a plan of 70000 bytes',
    'a plan of 64 faults, which fits',
    'remove what no fault needs',
  ),
  row(
    'plan-wrong-type',
    'a part of the plan has the wrong type',
    'A plan is an object with schema_version, seed, declared_relaxations and faults; a fault is an object with id, group (optional), cohort_ppm and fault.',
    '{"faults": {}}',
    '{"faults": [{"id": "stale", "cohort_ppm": 1000000, "fault": {"mode": "projection_lag", "max_lag_steps": 3}}]}',
    'write what is accepted there',
  ),
  row(
    'plan-unknown-key',
    'the plan has a key that nothing reads',
    'Every object of a plan is closed: an operator and an entrant must read the same thing.',
    '{"mode": "projection_lag", "lag": 3}',
    '{"mode": "projection_lag", "max_lag_steps": 3}',
    'remove the key',
  ),
  row(
    'plan-repeated-key',
    'a key stands twice in one object of the plan',
    'A repeated key would have two meanings.',
    '{"seed": 1, "seed": 2}',
    '{"seed": 1}',
    'keep one of the two',
  ),
  row(
    'plan-version',
    'the plan has another schema version',
    'This kit reads sharpebench.fault-plan.v1.',
    '"schema_version": "v2"',
    '"schema_version": "sharpebench.fault-plan.v1"',
    'write the version that is accepted',
  ),
  row(
    'plan-bad-seed',
    'the seed is no unsigned 64-bit integer',
    'Seeds are kept exact; a fraction, a sign or an exponent is refused.',
    '"seed": 1e3',
    '"seed": 1000',
    'write the seed in digits',
  ),
  row(
    'plan-unknown-relaxation',
    'the plan declares a relaxation that is none',
    'Relaxations are read_your_writes, position_sign_convention, submission_acceptance and complete_results.',
    '"declared_relaxations": ["read_your_write"]',
    '"declared_relaxations": ["read_your_writes"]',
    'name one of the accepted relaxations',
  ),
  row(
    'plan-relaxations',
    'the plan does not declare exactly what its faults use',
    'The operator publishes the declaration before the day; it must name every relaxation that a fault uses and no other.',
    'a projection_lag with "declared_relaxations": []',
    'a projection_lag with "declared_relaxations": ["read_your_writes"]',
    (found) => `missing: ${listed(found.facts.missing)}; extra: ${listed(found.facts.extra)}`,
  ),
  row(
    'plan-fault-count',
    'the plan has no faults, or too many',
    'A plan holds 1 to 64 faults.',
    '"faults": []',
    '"faults": [{...}]',
    'a plan without faults is no plan: run without --fault-plan',
  ),
  row(
    'plan-bad-name',
    'an id or group has a form that is not accepted',
    'Ids and groups are 1 to 64 of the characters a-z, 0-9, _ and -.',
    '"id": "Stale Reads"',
    '"id": "stale-reads"',
    'rename it',
  ),
  row(
    'plan-repeated-id',
    'two faults have the same id',
    'Draws are keyed by id, so each fault needs its own.',
    '"id": "a" twice',
    '"id": "a" and "id": "b"',
    (found) => `rename it; ${found.facts.earlier} has this id already`,
  ),
  row(
    'plan-bad-cohort',
    'cohort_ppm is out of range',
    'How many of a million cells get the fault: 1 to 1000000.',
    '"cohort_ppm": 0',
    '"cohort_ppm": 1000000',
    'write parts per million',
  ),
  row(
    'plan-bad-bound',
    'a bound is out of range',
    'max_lag_steps, max_span_steps and max_rejected_presentations are 1 to 64.',
    '"max_lag_steps": 0',
    '"max_lag_steps": 3',
    'write a bound within the range',
  ),
  row(
    'plan-unknown-mode',
    'a fault has a mode that is none',
    'Modes are projection_lag, amount_sign and rate_limit.',
    '"mode": "stale"',
    '"mode": "projection_lag"',
    'name one of the accepted modes',
  ),
  row(
    'plan-not-armable',
    'a fault has a mode that no plan can arm',
    'limit_before_sort needs a paged read, and the observation contract has none: the whole market stands in every observation.',
    '"mode": "limit_before_sort"',
    '"mode": "rate_limit"',
    'remove the fault; the observation contract has no paged read',
  ),
  row(
    'plan-group-sum',
    'a group asks for more cells than there are',
    'Faults of one group share one draw of a million and take consecutive ranges of it.',
    'two faults of a group with 600000 each',
    'two faults of a group with 500000 each',
    (found) => `lower the cohort_ppm of group ${found.facts.group}`,
  ),
];
