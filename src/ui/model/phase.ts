import type { RunEvent } from '../../harness/events.ts';

/** What the session is doing, in the words of the header. */
export type Phase =
  | 'opening'
  | 'building'
  | 'build-failed'
  | 'setting-refused'
  | 'missing'
  | 'starting'
  | 'running'
  | 'reloading'
  | 'finished'
  | 'failed'
  | 'blocked'
  | 'stalled'
  | 'stopping';

type PhaseEvent =
  | 'source-changed'
  | 'source-missing'
  | 'build-started'
  | 'build-passed'
  | 'build-failed'
  | 'setting-refused'
  | 'steered'
  | 'attempt-started'
  | 'turn'
  | 'passed'
  | 'failed'
  | 'blocked'
  | 'stalled'
  | 'stopped';

/** event -> phase, whatever the phase before, unless `holds` keeps that. */
const next: Readonly<Record<PhaseEvent, Phase>> = {
  'source-changed': 'reloading',
  'source-missing': 'missing',
  'build-started': 'building',
  'build-passed': 'reloading',
  'build-failed': 'build-failed',
  'setting-refused': 'setting-refused',
  steered: 'reloading',
  'attempt-started': 'starting',
  turn: 'running',
  passed: 'finished',
  failed: 'failed',
  blocked: 'blocked',
  stalled: 'stalled',
  stopped: 'stopping',
};

/** Phases that an event does not end: a stop is final, and late events of a run that is being replaced say nothing. */
const holds: Readonly<Partial<Record<Phase, ReadonlySet<PhaseEvent>>>> = {
  stopping: new Set(Object.keys(next) as PhaseEvent[]),
  missing: new Set(['steered', 'turn', 'passed', 'failed', 'blocked', 'stalled']),
  building: new Set(['steered', 'turn', 'passed', 'failed', 'blocked', 'stalled']),
  'setting-refused': new Set(['turn', 'passed', 'failed', 'blocked', 'stalled']),
  'build-failed': new Set(['setting-refused', 'turn', 'passed', 'failed', 'blocked', 'stalled']),
  reloading: new Set(['turn', 'passed', 'failed', 'blocked', 'stalled']),
  // The report of a run that stalled comes after the stall.
  stalled: new Set(['failed', 'blocked']),
};

/** Nothing runs until something is saved or asked for. */
export function isOver(phase: Phase): boolean {
  return phase === 'finished' || phase === 'failed' || phase === 'blocked' || phase === 'stalled';
}

export function nextPhase(phase: Phase, event: RunEvent): Phase {
  const what = phaseEvent(event);
  if (what === null || holds[phase]?.has(what) === true) return phase;
  return next[what];
}

function phaseEvent(event: RunEvent): PhaseEvent | null {
  switch (event.type) {
    case 'source_changed':
      return event.missing.length > 0 ? 'source-missing' : 'source-changed';
    case 'build_started':
      return 'build-started';
    case 'build_ended':
      return event.outcome === 'failed' ? 'build-failed' : 'build-passed';
    case 'finding':
      return event.scope === 'session' && event.diagnostic.severity === 'error' ? 'setting-refused' : null;
    case 'control_accepted':
      if (event.control.kind === 'stop') return 'stopped';
      return event.control.kind === 'steer' ? 'steered' : null;
    case 'attempt_started':
      return 'attempt-started';
    case 'turn':
      return 'turn';
    case 'stall':
      return event.action?.kind === 'stop' && event.action.cause === 'unchanged-repetition'
        ? 'stalled'
        : null;
    case 'run_report':
      if (event.stop.status === 'blocked') return 'blocked';
      return event.stop.status === 'done' ? 'passed' : 'failed';
    default:
      return null;
  }
}
