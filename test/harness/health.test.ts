import { describe, expect, test } from 'vitest';
import { TransportHealth } from '../../src/harness/health.ts';
import { decideStop } from '../../src/harness/stop.ts';
import { diagnostic } from '../../src/kernel/diagnostic.ts';

describe('the circuit breaker', () => {
  test('opens at three consecutive failed decisions of any kind and stays open', () => {
    const health = new TransportHealth();
    health.failed('transport', 'timeout', 4);
    health.failed('protocol', 'not-json', 5);
    expect(health.tripped).toBe(false);
    health.failed('resource', 'line-too-long', 6);
    expect(health.tripped).toBe(true);
    health.answered();
    expect(health.tripped).toBe(true);
  });

  test('counts from zero after one good decision', () => {
    const health = new TransportHealth();
    for (let round = 0; round < 5; round += 1) {
      health.failed('protocol', 'not-json', round);
      health.failed('protocol', 'not-json', round);
      health.answered();
    }
    expect(health.tripped).toBe(false);
    expect(health.view()).toMatchObject({ protocol_faults: 10, first_failed_step: 0 });
  });
});

describe('the failure of a run', () => {
  const kinds: [string, ('protocol' | 'transport' | 'resource')[], string | null][] = [
    ['none', [], null],
    ['a protocol fault', ['protocol'], 'agent_protocol_violation'],
    ['a transport fault', ['transport'], 'transport_error'],
    ['a bound exceeded', ['resource'], 'resource_limit_exceeded'],
    [
      'a protocol fault among transport faults',
      ['transport', 'protocol', 'transport'],
      'agent_protocol_violation',
    ],
  ];
  for (const [name, faults, failure] of kinds) {
    test(`with ${name} is ${failure}`, () => {
      const health = new TransportHealth();
      for (const each of faults) health.failed(each, 'code', 0);
      expect(health.view().failure).toBe(failure);
    });
  }
});

describe('the stop decision', () => {
  const clean = new TransportHealth().view();

  test('is done only when nothing is unmet', () => {
    const stop = decideStop({
      steps: 3,
      executed: 3,
      health: clean,
      errors: [],
      openChecks: 0,
      doubleRun: null,
      blocked: false,
      interrupted: null,
    });
    expect(stop).toStrictEqual({
      status: 'done',
      supported: ['every-step-answered', 'contract-clean', 'transport-clean'],
      unmet: [],
      reason: 'every step answered',
    });
  });

  test('is incomplete when a stop came first, however clean the steps were', () => {
    const stop = decideStop({
      steps: 3,
      executed: 2,
      health: clean,
      errors: [],
      openChecks: 0,
      doubleRun: null,
      blocked: false,
      interrupted: 'interrupted by SIGINT',
    });
    expect(stop).toMatchObject({
      status: 'incomplete',
      unmet: ['every-step-answered'],
      reason: 'interrupted by SIGINT',
    });
  });

  test('is incomplete when an error was found although every step was answered', () => {
    const errors = [diagnostic('extra-output', 'error', { step: 2 })];
    const stop = decideStop({
      steps: 3,
      executed: 3,
      health: clean,
      errors,
      openChecks: 0,
      doubleRun: null,
      blocked: false,
      interrupted: null,
    });
    expect(stop).toMatchObject({ status: 'incomplete', unmet: ['contract-clean'], reason: 'extra-output' });
  });

  test('keeps the requirements apart: a dead pipe is no contract fault', () => {
    const health = new TransportHealth();
    health.failed('transport', 'agent-exited', 1);
    const stop = decideStop({
      steps: 3,
      executed: 3,
      health: health.view(),
      errors: [diagnostic('agent-exited', 'error', { step: 1 })],
      openChecks: 0,
      doubleRun: null,
      blocked: false,
      interrupted: null,
    });
    expect(stop.status).toBe('incomplete');
    expect(stop.unmet).toContain('transport-clean');
  });
});

describe('a double run and the stop decision', () => {
  const stopWith = (doubleRun: 'pending' | 'equal' | 'different' | 'no_verdict') =>
    decideStop({
      steps: 3,
      executed: 3,
      health: new TransportHealth().view(),
      errors: doubleRun === 'different' ? [diagnostic('non-deterministic', 'error', { step: 2 })] : [],
      openChecks: 0,
      doubleRun,
      blocked: false,
      interrupted: null,
    });

  test('equal runs are a requirement that is met', () => {
    expect(stopWith('equal')).toMatchObject({ status: 'done', unmet: [] });
    expect(stopWith('equal').supported).toContain('double-run-equal');
  });

  test('a difference leaves it unmet, and the contract clean', () => {
    expect(stopWith('different')).toMatchObject({
      status: 'incomplete',
      unmet: ['double-run-equal'],
      reason: 'non-deterministic',
    });
  });

  test('no verdict is no pass', () => {
    expect(stopWith('no_verdict')).toMatchObject({
      status: 'incomplete',
      unmet: ['double-run-equal'],
      reason: 'no-verdict',
    });
  });
});
