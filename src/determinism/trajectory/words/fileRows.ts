import type { CodeEntry } from '../../../kernel/diagnostic.ts';
import { placeText, row } from './row.ts';

const CAPTURE = 'sbdev capture trajectory.json --cmd "python3 agent.py"';

/** Codes of reading a trajectory file, and of writing one. */
export const fileRows: readonly CodeEntry[] = [
  row('trajectory-unreadable', {
    title: 'the trajectory file cannot be read',
    about: 'It does not exist, may not be read, is no file, or is larger than the kit reads.',
    bad: 'sbdev verify missing.json',
    good: 'sbdev verify trajectory.json',
    message: (d) => `cannot read ${d.place.file}: ${d.found}`,
    fix: 'check the path; sbdev capture writes such a file',
  }),
  row('trajectory-not-json', {
    title: 'the trajectory file is not JSON',
    about: 'A file that was cut off, edited by hand or encoded anew is read no further.',
    bad: '{"agent_id": "mine", "runs": [',
    good: CAPTURE,
    message: (d) =>
      `${d.place.file}: not JSON at byte ${d.facts.offset} (${d.facts.fault}); expected ${d.accepted.join(', ')}, found ${d.found ?? 'the end of the file'}`,
    fix: 'take a whole copy of the file, or capture it again',
  }),
  row('trajectory-shape', {
    title: 'the file is JSON and no trajectory',
    about:
      'A member is missing, stands twice, or is of another type. Decisions are read under the wire contract, so a key that it does not have is refused inside them; outside, it is passed over.',
    bad: '{"agent_id": "mine", "runs": [{"seed": "0"}]}',
    good: CAPTURE,
    message: (d) =>
      `${placeText(d)}: ${d.facts.refused}; expected ${d.accepted.join(' or ') || 'a member of the format'}, found ${d.found ?? 'nothing'}`,
    fix: 'sbdev schema trajectory prints the format; capture the file again rather than mend it',
  }),
  row('trajectory-unknown-keys', {
    severity: 'notice',
    title: 'the trajectory has keys that the format does not have',
    about:
      'The reference passes them over, and so does the kit; they take no part in any check, and are not written again.',
    bad: '{"agent_id": "mine", "note": "v2", "runs": [...]}',
    good: '{"agent_id": "mine", "runs": [...]}',
    message: (d) => {
      const { count, places } = d.facts;
      const shown = Array.isArray(places) ? places : [];
      const more = Number(count) > shown.length ? ', ...' : '';
      return `${d.place.file}: ${count} unknown ${count === 1 ? 'key' : 'keys'}: ${shown.join(', ')}${more}`;
    },
    fix: 'nothing to do if another tool put them there',
  }),
  row('capture-exists', {
    title: 'the file to be written is there already',
    about: 'A capture may have taken hours; none is written over unless --force says so.',
    bad: 'sbdev capture trajectory.json --agent momentum',
    good: 'sbdev capture trajectory.json --agent momentum --force',
    message: (d) => `${d.place.file} exists`,
    fix: 'name another file, or give --force to write over it',
  }),
  row('capture-unwritable', {
    title: 'the file of the capture cannot be written',
    about:
      'The folder is tried before anything is started; the file appears whole at the end, or not at all.',
    bad: 'sbdev capture /proc/trajectory.json --agent momentum',
    good: 'sbdev capture trajectory.json --agent momentum',
    message: (d) => `cannot write ${d.place.file}: ${d.found}`,
    fix: 'name a file in a folder that exists and that you may write to',
  }),
  row('capture-too-large', {
    title: 'the capture is larger than any reader takes',
    about:
      'A trajectory file has a bound, so that reading one cannot exhaust a machine. Nothing was written.',
    bad: 'a rationale of a megabyte for each order',
    good: 'a rationale of a sentence',
    message: (d) => `${d.place.file} would be larger than ${d.accepted.join(', ')}`,
    fix: 'capture fewer windows or seeds (--windows, --seeds), or shorten reasoning and rationales',
  }),
  row('capture-fault-plan', {
    title: 'a fault plan and a trajectory do not go together',
    about:
      'A trajectory says what was decided and has no record of what was shown. Under a fault plan the agent is shown something else than the market, so nobody could verify such a file.',
    bad: 'sbdev capture trajectory.json --agent momentum --fault-plan plan.json',
    good: 'sbdev sweep --agent momentum --fault-plan plan.json',
    message: () => '--fault-plan: a trajectory has no record of what a plan showed instead of the market',
    fix: 'leave it out; sbdev sweep --fault-plan runs the agent under a plan',
  }),
  row('capture-plan-left-out', {
    severity: 'notice',
    title: 'the fault plan of the configuration is not armed',
    about: 'See capture-fault-plan: a trajectory cannot record what a plan shows.',
    bad: '{"faultPlan": "plan.json"} and sbdev capture',
    good: 'sbdev capture',
    message: () =>
      'runs without the faultPlan of the configuration: a trajectory cannot record what it shows',
    fix: 'nothing to do; sbdev sweep arms it',
  }),
  row('capture-sidecars', {
    severity: 'warning',
    title: 'the trajectory says nothing of the sidecar files',
    about:
      'Its data digest covers prices and dividends. The same --fundamentals and --news have to be given to verify it, and the reference harness shows none.',
    bad: 'sbdev capture trajectory.json --agent momentum --news news.csv',
    good: 'sbdev capture trajectory.json --agent momentum',
    message: () => 'the data digest of a trajectory does not cover --fundamentals and --news',
    fix: 'give the same files whenever this trajectory is re-executed',
  }),
  row('capture-failed', {
    title: 'the capture met a failure, so nothing was written',
    about:
      'A trajectory holds decisions of the agent alone. Where a transport, a refused answer or a start failed, a hold would stand in for one, so there is no file.',
    bad: 'an agent that crashes in one of 16 runs',
    good: 'an agent that answers every step of all of them',
    message: (d) => `${d.found}: no trajectory is written`,
    fix: (d) => `run it by itself: ${d.facts.command}`,
  }),
];
