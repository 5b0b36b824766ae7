import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentFixtures, plainEnv, projectRoot, sbdevBin, temporaryFolder } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { Terminal } from '../support/terminal.ts';
import { maskedScreen } from './maskedScreen.ts';

export interface CaptureSize {
  readonly columns: number;
  readonly rows: number;
}

const USUAL: readonly CaptureSize[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 50 },
];
const ALL: readonly CaptureSize[] = [{ columns: 60, rows: 16 }, ...USUAL, { columns: 250, rows: 70 }];

/** A state of the live screen: how a person gets there, and where it is looked at. */
export interface ScreenState {
  readonly name: string;
  readonly sizes: readonly CaptureSize[];
  readonly project: Project;
  readonly args?: readonly string[];
  /** Brings the state about. */
  readonly reach: (stage: Stage) => Promise<void>;
}

/** A project folder: its agent, and what is not usual about it. */
interface Project {
  readonly agent: string;
  /** Behind `node agent.mjs`, before the gate's path. */
  readonly agentArgs?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** A session that is under way in a project of its own. */
export class Stage {
  readonly folder = temporaryFolder('screen-');
  readonly terminal: Terminal;
  readonly #gate = join(temporaryFolder('gate-'), 'open');

  constructor({ project, args = [], sizes }: ScreenState) {
    const { agent, agentArgs = [], config = {}, files = {} } = project;
    copyFileSync(agent, join(this.folder, 'agent.mjs'));
    // What an error of Node says beyond its message differs from version to version.
    const command = [
      'node',
      '--stack-trace-limit=0',
      'agent.mjs',
      ...agentArgs,
      ...(agentArgs.length > 0 ? [this.#gate] : []),
    ];
    const whole = { ...CONFIG, transport: { kind: 'stdio', command }, ...config };
    writeFileSync(
      join(this.folder, 'sharpebench.json'),
      JSON.stringify(whole).replaceAll('GATE', this.#gate),
    );
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    this.terminal = Terminal.running([process.execPath, sbdevBin, 'simulate', ...args], {
      ...sizes[0]!,
      cwd: this.folder,
      env: plainEnv(),
    });
  }

  /** Lets a waiting agent or build go on. */
  openGate(): void {
    writeFileSync(this.#gate, '');
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text.replaceAll('GATE', this.#gate));
  }

  /** Saves the agent with one text in place of another. */
  edit(from: string, to: string): void {
    const text = readFileSync(join(this.folder, 'agent.mjs'), 'utf8');
    if (!text.includes(from)) throw new Error(`${from} is not in the agent`);
    this.write('agent.mjs', text.replaceAll(from, to));
  }

  remove(name: string): void {
    rmSync(join(this.folder, name));
  }

  async presses(...keys: readonly string[]): Promise<void> {
    this.terminal.press(...keys);
  }

  shows(text: string | RegExp): Promise<string> {
    return this.terminal.shows(text, 40_000);
  }
}

const CONFIG = {
  name: 'momentum',
  data: 'calm',
  windows: ['30:110', '110:190'],
  seeds: [3, 4],
};
const fixture = (name: string): string => join(projectRoot, 'test/fixtures/screens', name);
const gated = (step: number): Project => ({ agent: fixture('gated.mjs'), agentArgs: [String(step)] });
const free: Project = { agent: fixture('gated.mjs') };
/** Its rate limit presents one step twice, so the agent counts one more than the screen. */
const faulty: Project = {
  ...gated(61),
  config: { faultPlan: 'everything.json' },
  files: { 'everything.json': readFileSync(join(projectRoot, 'examples/faults/everything.json'), 'utf8') },
};

/** Held at the gate, then after the one step that was under way. */
async function paused(stage: Stage, gateStep = 37): Promise<void> {
  await stage.shows(`${gateStep}/80`);
  await stage.presses('Space');
  await stage.shows('= paused');
  stage.openGate();
  await stage.shows(`${gateStep + 1}/80`);
}

export const screenStates: readonly ScreenState[] = [
  {
    name: 'waiting',
    sizes: ALL,
    project: gated(37),
    reach: async (stage) => {
      await stage.shows(/waiting for the agent.*37\/80/);
    },
  },
  { name: 'paused', sizes: USUAL, project: gated(37), reach: paused },
  {
    name: 'scrubbed',
    sizes: USUAL,
    project: gated(37),
    reach: async (stage) => {
      await paused(stage);
      await stage.presses(...Array.from({ length: 14 }, () => 'j'));
      await stage.shows('looking at 24');
    },
  },
  {
    name: 'inspect',
    sizes: USUAL,
    project: gated(37),
    reach: async (stage) => {
      await paused(stage);
      await stage.presses('Left', 'Enter');
      await stage.shows('answer as it came');
    },
  },
  {
    name: 'help',
    sizes: ALL,
    project: gated(37),
    reach: async (stage) => {
      await paused(stage);
      await stage.presses('?');
      await stage.shows('any other key closes this');
    },
  },
  {
    name: 'filter',
    sizes: USUAL,
    project: gated(37),
    reach: async (stage) => {
      await paused(stage);
      await stage.presses('/', 'D', 'U', 'N', 'E', 'Enter');
      await stage.shows('filter “DUNE”');
    },
  },
  {
    name: 'finished',
    sizes: ALL,
    project: free,
    reach: async (stage) => {
      await stage.shows('✓ passed');
    },
  },
  {
    name: 'reloaded',
    sizes: USUAL,
    project: free,
    reach: async (stage) => {
      await stage.shows('✓ passed');
      stage.edit('WEIGHT = 0.3', 'WEIGHT = 0.2');
      await stage.shows(/gen 2[\s\S]*✓ passed[\s\S]*decisions differ/);
    },
  },
  {
    name: 'building',
    sizes: USUAL,
    project: {
      ...free,
      config: { build: ['node', 'build.mjs', 'GATE'] },
      files: {
        'build.mjs':
          "import { existsSync, readFileSync } from 'node:fs';\n" +
          "const isGated = readFileSync('agent.mjs', 'utf8').includes('0.2');\n" +
          'while (isGated && !existsSync(process.argv[2])) await new Promise((on) => setTimeout(on, 10));\n',
      },
    },
    reach: async (stage) => {
      await stage.shows('✓ passed');
      stage.edit('WEIGHT = 0.3', 'WEIGHT = 0.2');
      await stage.shows(/building \d/);
    },
  },
  {
    name: 'build-failed',
    sizes: USUAL,
    project: { ...free, config: { build: ['node', '--stack-trace-limit=0', '--check', 'agent.mjs'] } },
    reach: async (stage) => {
      await stage.shows('✓ passed');
      stage.edit('WEIGHT = 0.3', 'WEIGHT = = 0.2');
      await stage.shows('build failed');
      await stage.presses('5');
      await stage.shows('▌Log');
    },
  },
  {
    name: 'build-failed-at-start',
    sizes: USUAL,
    project: {
      ...free,
      config: { build: ['node', '--stack-trace-limit=0', '--check', 'broken.mjs'] },
      files: { 'broken.mjs': 'function decide( {\n' },
    },
    reach: async (stage) => {
      await stage.shows('build failed');
    },
  },
  {
    name: 'missing',
    sizes: USUAL,
    project: free,
    reach: async (stage) => {
      await stage.shows('✓ passed');
      stage.remove('agent.mjs');
      await stage.shows('waiting for agent.mjs');
    },
  },
  {
    name: 'syntax-error',
    sizes: USUAL,
    project: free,
    reach: async (stage) => {
      await stage.shows('✓ passed');
      stage.edit('function decide({', 'function decide( ({');
      await stage.shows(/gen 2[\s\S]*✗ (?:failed|did not start)/);
      await stage.presses('5');
      await stage.shows('SyntaxError');
    },
  },
  {
    name: 'contract-fault',
    sizes: ALL,
    project: { agent: fixture('overweight.mjs') },
    reach: async (stage) => {
      await stage.shows('✗ failed');
      await stage.presses('2');
      await stage.shows('▌Contract');
    },
  },
  {
    name: 'fault-plan',
    sizes: USUAL,
    project: faulty,
    reach: async (stage) => {
      await paused(stage, 60);
      await stage.presses('4');
      await stage.shows('▌Faults');
    },
  },
  {
    name: 'shown-and-true',
    sizes: USUAL,
    project: faulty,
    reach: async (stage) => {
      await paused(stage, 60);
      await stage.presses('6');
      for (let back = 1; back < 20 && !stage.terminal.text().includes('! shown'); back += 1) {
        await stage.presses('Left');
        await stage.shows(`looking at ${61 - back}`);
      }
      await stage.shows('! shown');
    },
  },
  {
    name: 'divergence',
    sizes: ALL,
    project: { agent: join(agentFixtures, 'nd_time_zone.mjs') },
    reach: async (stage) => {
      await stage.presses('3');
      await stage.shows(/✗ failed[\s\S]*▌(?:3 determinism|Determinism)/);
    },
  },
  {
    name: 'hostile',
    sizes: USUAL,
    project: {
      agent: fixture('hostile.mjs'),
      config: { data: 'hostile.csv', windows: ['12:22'], name: 'agent \u001b[2J台積電' },
      files: { 'hostile.csv': hostileMarket() },
    },
    reach: async (stage) => {
      await stage.shows('✓ passed');
      await stage.presses('5');
      await stage.shows('\\x1b[2J');
    },
  },
];

/** Symbols that take two cells, hold a flag, a selector, a joiner, or an accent of their own. */
function hostileMarket(): string {
  const symbols = [
    '台積電',
    'S\u26a0\ufe0fX',
    '\u{1f1fa}\u{1f1f8}US',
    'e\u0301clair',
    'ＦＵＬＬ',
    '\u{1f469}\u200d\u{1f4bb}',
  ];
  const rows = Array.from({ length: 24 }, (_, bar) =>
    symbols.map((symbol, index) => {
      const close = 100 + index * 7 + ((bar * (index + 3)) % 11);
      return `2024-01-${String(bar + 1).padStart(2, '0')},${symbol},${close}`;
    }),
  );
  return `date,symbol,close\n${rows.flat().join('\n')}\n`;
}

/** The state at each of its sizes, masked; one session that is resized from one to the next. */
export async function capture(state: ScreenState): Promise<Map<string, string>> {
  const stage = new Stage(state);
  const { terminal } = stage;
  const captures = new Map<string, string>();
  try {
    await state.reach(stage);
    for (const { columns, rows } of state.sizes) {
      terminal.resize(columns, rows);
      captures.set(`${state.name}.${columns}x${rows}.txt`, await settled(terminal, columns, rows));
    }
  } finally {
    terminal.dispose();
  }
  return captures;
}

/** The screen once it has been drawn at this size and shows the same twice in a row. */
async function settled(terminal: Terminal, columns: number, rows: number): Promise<string> {
  let before = '';
  return eventually(
    `a settled screen at ${columns}x${rows}`,
    () => {
      const now = maskedScreen(terminal.text());
      const isSame = now === before && now.split('\n')[rows - 2]?.includes('q quit') === true;
      before = now;
      return isSame && now;
    },
    { seen: () => terminal.text() },
  );
}
