import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { smallCase, statuses } from '../../support/check.ts';
import {
  CLEAN,
  completionFor,
  KEY,
  lastWords,
  ModelAgent,
  outcomeOf,
  type ReadCloses,
  type Reply,
  STEPS,
} from './modelAgent.ts';

/** What a check says of a model's agent: it reports what it spends, and no mandate is declared. */
const standing = Object.fromEntries(
  smallCase.instruments.map(({ id }) => [id, id === 'declared-mandate' ? 'abstained' : 'passed']),
);

/** How one template differs from the others that ask a model. */
export interface ModelAgentTraits {
  /** The project, ready to run. */
  readonly folder: () => string;
  readonly closesIn: ReadCloses;
  /** What the agent says of an answer that a replay does not have. */
  readonly missing: RegExp;
  /** Further replies of an endpoint that end the run, and what the agent says of them. */
  readonly refusals: readonly (readonly [name: string, reply: Reply, words: RegExp])[];
}

/** What every template that asks a model has to do; `agent()` is the one of the running test. */
export function describeModelAgent(traits: ModelAgentTraits): { readonly agent: () => ModelAgent } {
  const { folder, closesIn, missing } = traits;
  let agent: ModelAgent;
  beforeEach(async () => {
    agent = await ModelAgent.start(folder(), ({ body }) => completionFor(body, closesIn));
  });
  afterEach(() => agent.close());

  describe('the cache makes a run repeat', () => {
    test('the first run fills it, the second makes no call and runs twice equal, a third without it fails', async () => {
      const first = await agent.simulate(['--no-double-run']);
      expect(outcomeOf(first)).toStrictEqual(CLEAN);
      expect(agent.calls).toHaveLength(STEPS);
      expect(new Set(agent.calls.map((each) => `${each.url} ${each.authorization}`))).toStrictEqual(
        new Set([`/v1/chat/completions Bearer ${KEY}`]),
      );
      expect(agent.cached()).toHaveLength(STEPS);
      expect(agent.cached().every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
      const spent = agent.calls.reduce((sum, { body }) => {
        const { usage } = JSON.parse(completionFor(body, closesIn).body);
        return sum + usage.prompt_tokens + usage.completion_tokens;
      }, 0);
      expect(first.report.run.cost).toBe(spent);
      expect(Object.values(first.report.book.at(-1)!.shares).some((each) => each > 0)).toBe(true);

      agent.calls = [];
      const second = await agent.simulate();
      expect(outcomeOf(second)).toStrictEqual(CLEAN);
      expect(second.report).toMatchObject({ double_run: { status: 'equal', steps_compared: STEPS } });
      expect(second.runText).toBe(first.runText);
      expect(agent.calls).toStrictEqual([]);

      agent.emptyCache();
      const third = await agent.simulate([], { SHARPEBENCH_REPLAY_ONLY: '1' });
      expect(third.code).toBe(1);
      expect(lastWords(third.report)).toMatch(missing);
      expect(agent.calls).toStrictEqual([]);
      expect(agent.cached()).toStrictEqual([]);
    });

    test('a replay needs neither an address nor a key', async () => {
      const first = await agent.simulate(['--no-double-run']);
      agent.set('replay_only', true);
      const replayed = await agent.simulate([], { OPENAI_BASE_URL: '', OPENAI_API_KEY: '' });
      expect(outcomeOf(replayed)).toStrictEqual(CLEAN);
      expect(replayed.runText).toBe(first.runText);
    });

    test('stale reads, turned signs and rejections ask for nothing new, and cost nothing', async () => {
      const plain = await agent.simulate(['--no-double-run']);
      agent.calls = [];
      const plan = ['--fault-plan', 'faults/sample.json'];
      const faulty = await agent.simulate(plan, { SHARPEBENCH_REPLAY_ONLY: '1', LC_ALL: 'C' });
      expect(outcomeOf(faulty)).toStrictEqual(CLEAN);
      expect(faulty.runText).toBe(plain.runText);
      expect(agent.calls).toStrictEqual([]);
    });

    test('no file holds the key', async () => {
      await agent.simulate(['--no-double-run']);
      for (const name of agent.cached()) expect(agent.cachedText(name)).not.toContain(KEY);
    });
  });

  describe('a check', () => {
    test('passes, and once the cache is filled it makes no call', async () => {
      const first = await agent.check();
      expect(first.stderr).toBe('');
      expect({ code: first.code, statuses: statuses(first.report) }).toStrictEqual({
        code: 0,
        statuses: standing,
      });
      agent.calls = [];
      const second = await agent.check();
      expect({ code: second.code, statuses: statuses(second.report) }).toStrictEqual({
        code: 0,
        statuses: standing,
      });
      expect(agent.calls).toStrictEqual([]);
    });
  });

  describe('an endpoint in trouble', () => {
    test('an attempt that fails changes no decision', async () => {
      const smooth = await agent.simulate(['--no-double-run']);
      agent.emptyCache();
      agent.calls = [];
      agent.reply = ({ body }) =>
        agent.calls.length === 3 ? { status: 503, body: 'busy' } : completionFor(body, closesIn);
      const bumpy = await agent.simulate(['--no-double-run']);
      expect(bumpy.runText).toBe(smooth.runText);
      expect(agent.calls).toHaveLength(STEPS + 1);
    });

    test.each(traits.refusals)('%s', async (_name, reply, words) => {
      agent.reply = () => reply;
      const { code, report } = await agent.simulate(['--no-double-run']);
      expect(code).toBe(1);
      expect(lastWords(report)).toMatch(words);
      expect(new Set(agent.calls.map(({ url }) => url))).toStrictEqual(new Set(['/v1/chat/completions']));
      expect(agent.cached()).toStrictEqual([]);
    });

    test('that is not named is asked for by the name of its variable', async () => {
      const { code, report } = await agent.simulate(['--no-double-run'], { OPENAI_BASE_URL: '' });
      expect(code).toBe(1);
      expect(lastWords(report)).toContain('OPENAI_BASE_URL has to be set');
    });
  });

  describe('llm.json', () => {
    test('names the model and what goes with every request', async () => {
      agent.set('request', { model: 'canned', top_p: 0.5 });
      expect((await agent.simulate(['--no-double-run'])).code).toBe(0);
      for (const { body } of agent.calls)
        expect(JSON.parse(body)).toMatchObject({ model: 'canned', top_p: 0.5 });
    });

    test('names the variable of the key', async () => {
      agent.set('api_key_env', 'MY_KEY');
      agent.allow('MY_KEY');
      const { code } = await agent.simulate(['--no-double-run'], { MY_KEY: 'sk-mine' });
      expect(code).toBe(0);
      expect(new Set(agent.calls.map(({ authorization }) => authorization))).toStrictEqual(
        new Set(['Bearer sk-mine']),
      );
    });

    test('bounds the calls: a budget that is spent ends the run, and the next run goes on from the cache', async () => {
      agent.set('call_budget', 6);
      const first = await agent.simulate(['--no-double-run']);
      expect(first.code).toBe(1);
      expect(lastWords(first.report)).toContain(
        'the budget of 6 calls a run is spent (call_budget in llm.json)',
      );
      expect(agent.calls).toHaveLength(6);
      expect((await agent.simulate(['--no-double-run'])).code).toBe(0);
      expect(agent.calls).toHaveLength(STEPS);
    });

    test('is read closed: what is wrong in it is named before anything is asked', async () => {
      agent.set('budget', 3);
      const { code, report } = await agent.simulate(['--no-double-run']);
      expect(code).toBe(1);
      expect(lastWords(report)).toContain('llm.json has to hold exactly');
      expect(agent.calls).toStrictEqual([]);
    });
  });

  test('an answer that cannot be used leaves the last targets, and repeats from the cache', async () => {
    agent.reply = ({ body }) => {
      const usable = completionFor(body, closesIn);
      return agent.calls.length < 3
        ? usable
        : { ...usable, body: usable.body.replaceAll('targets', 'hopes') };
    };
    const first = await agent.simulate(['--no-double-run']);
    expect(outcomeOf(first)).toStrictEqual(CLEAN);
    agent.calls = [];
    const second = await agent.simulate();
    expect(second.report).toMatchObject({
      double_run: { status: 'equal', steps_compared: STEPS },
      findings: [],
    });
    expect(second.runText).toBe(first.runText);
    expect(agent.calls).toStrictEqual([]);
  });

  return { agent: () => agent };
}
