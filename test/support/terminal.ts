import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './cli.ts';
import { eventually } from './eventually.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;
if (!hasTmux) console.warn('SKIPPED: tmux is not on this machine');

/** No status line, and no delay behind Escape. */
const SETTINGS = `
set -g status off
set -g default-terminal xterm-256color
set -g history-limit 5000
set -s escape-time 0
`;

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly cwd?: string;
  /** The whole environment; tmux adds TERM and its own. */
  readonly env: Readonly<Record<string, string>>;
  /** Shell commands before what is to be run: earlier output, a size. */
  readonly before?: string;
}

/** What a terminal has switched on: what a program has to put back. */
export interface TerminalState {
  readonly alternateScreen: boolean;
  readonly cursor: boolean;
  readonly wrap: boolean;
  readonly mouse: boolean;
  readonly title: string;
  /** `stty -a`, but for the size. */
  readonly line: string;
}

const opened = new Set<Terminal>();

/** Ends the terminals that a test left open. */
export function disposeTerminals(): void {
  for (const terminal of opened) terminal.dispose();
}

/**
 * A real terminal: a tmux server of its own, so that no other one is touched, and in its
 * pane a shell that runs `script`. What the script writes is kept byte for byte.
 */
export class Terminal {
  readonly cwd: string;
  /** Its state right before the script. */
  readonly before: TerminalState;
  readonly #folder = temporaryFolder('terminal-');
  readonly #socket = join(this.#folder, 's');

  constructor(script: string, options: TerminalOptions) {
    this.cwd = options.cwd ?? temporaryFolder('terminal-cwd-');
    const settings = join(this.#folder, 'tmux.conf');
    writeFileSync(settings, SETTINGS);
    writeFileSync(this.#file('script'), script);
    const tmux = `tmux -S '${this.#socket}'`;
    // Held until its output is tapped and its state is known, and left standing when it has ended.
    const held = [
      `${tmux} wait-for tapped`,
      options.before ?? ':',
      `${tmux} wait-for -S ready`,
      `${tmux} wait-for go`,
      `. '${this.#file('script')}'`,
      'exec cat',
    ].join('; ');
    const size = ['-x', String(options.columns ?? 100), '-y', String(options.rows ?? 40)];
    execFileSync(
      'tmux',
      ['-S', this.#socket, '-f', settings, 'new-session', '-d', ...size, 'sh', '-c', held],
      {
        cwd: this.cwd,
        env: { LC_ALL: 'C.UTF-8', ...options.env, TERM: 'xterm-256color' },
      },
    );
    opened.add(this);
    this.#tmux('pipe-pane', `exec cat >'${this.#file('raw')}'`);
    this.#tmux('wait-for', '-S', 'tapped');
    this.#tmux('wait-for', 'ready');
    this.before = this.state();
    this.#tmux('wait-for', '-S', 'go');
  }

  /** Runs one command; `ends` gives its exit code, and `pid` is its process. */
  static running(command: readonly string[], options: TerminalOptions): Terminal {
    return new Terminal(Terminal.#scriptOf(command), options);
  }

  static #scriptOf(command: readonly string[]): string {
    const quoted = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ');
    // Named by the folder of the script itself, which `.` does not tell.
    return [
      'here=$(dirname "$(tmux display -p "#{socket_path}")")',
      `sh -c 'echo $$ >"$0/pid"; exec "$@"' "$here" ${quoted}`,
      'echo "exit=$?" >"$here/code"',
    ].join('\n');
  }

  /** Keys by tmux's names (`Enter`, `C-c`, `Up`), or single characters. */
  press(...keys: readonly string[]): void {
    this.#tmux('send-keys', ...keys);
  }

  /** Text as if it were pasted or typed fast. */
  type(text: string): void {
    this.#tmux('send-keys', '-l', '--', text);
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** The rows that are seen, without the blanks at their ends. */
  text(): string {
    return this.#tmux('capture-pane', '-p');
  }

  /** The same with colours and weights as escape sequences. */
  styled(): string {
    return this.#tmux('capture-pane', '-p', '-e');
  }

  /** What was scrolled away, and what is seen. */
  history(): string {
    return this.#tmux('capture-pane', '-p', '-S', '-');
  }

  /** Every byte that was written so far. */
  raw(): Buffer {
    return existsSync(this.#file('raw')) ? readFileSync(this.#file('raw')) : Buffer.alloc(0);
  }

  state(): TerminalState {
    const format = '#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_any_flag} #{pane_tty} #{pane_title}';
    const [, alternate, cursor, wrap, mouse, tty, title] =
      /^(.) (.) (.) (.) (\S+) (.*)$/.exec(this.#tmux('display-message', '-p', format).trimEnd()) ?? [];
    const line = execFileSync('stty', ['-a', '-F', tty!], { encoding: 'utf8' });
    return {
      alternateScreen: alternate === '1',
      cursor: cursor === '1',
      wrap: wrap === '1',
      mouse: mouse === '1',
      title: title!,
      line: line.replace(/rows \d+; columns \d+;/, ''),
    };
  }

  /** Device of the terminal. */
  get device(): string {
    return this.#tmux('display-message', '-p', '#{pane_tty}').trimEnd();
  }

  /** Process of the command that `running` was given. */
  async pid(): Promise<number> {
    const read = (): string | false =>
      existsSync(this.#file('pid')) && readFileSync(this.#file('pid'), 'utf8');
    return Number(await eventually('the program', () => /^(\d+)\n$/.exec(read() || '')?.[1]));
  }

  /** Waits until the screen shows a text, and gives the whole of it. */
  async shows(text: string | RegExp, timeoutMs?: number): Promise<string> {
    const shown = (): string | false => {
      const all = this.text();
      return (typeof text === 'string' ? all.includes(text) : text.test(all)) && all;
    };
    return eventually(String(text), shown, { timeoutMs, seen: () => this.text() });
  }

  /** Waits until the command has ended, and gives its exit code. */
  async ends(): Promise<number> {
    const file = this.#file('code');
    const code = await eventually(
      'the end of the program',
      () => existsSync(file) && /^exit=(\d+)\n$/.exec(readFileSync(file, 'utf8'))?.[1],
      { seen: () => this.text() },
    );
    return Number(code);
  }

  /** Takes the terminal itself away, as closing its window does. */
  dispose(): void {
    spawnSync('tmux', ['-S', this.#socket, 'kill-server']);
    opened.delete(this);
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, ...args], { encoding: 'utf8' });
  }
}
