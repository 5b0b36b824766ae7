/** What a diagnostic needs to speak of an agent in its own language. */
export interface Language {
  readonly id: string;
  readonly name: string;
  /** How a log line is kept off stdout. */
  readonly log: string;
  /** How an answer line is made to leave the process. */
  readonly flush: string;
  /** What usually prints to stdout without being asked. */
  readonly noise: string;
  /** The program that runs a source file, where there is one. */
  readonly runner: string | null;
}

/** Guesses the language of an agent from its command; `unknown` if nothing tells. */
export function guessLanguage(argv: readonly string[]): Language {
  for (const word of argv) {
    const id = languageOfWord(word);
    if (id !== null) return languageById(id);
  }
  return languageById('unknown');
}

export function languageById(id: string): Language {
  return languages.find((language) => language.id === id) ?? unknown;
}

/**
 * The first telling word wins, so wrappers (`env`, `uv run`, `npx`, `timeout 5`) need
 * no rule of their own. Names may carry a version: `python3.12`, `node20`.
 */
function languageOfWord(word: string): string | null {
  const path = word.replaceAll('\\', '/').toLowerCase();
  if (/(^|\/)target\/([^/]+\/)?(debug|release)\//.test(path)) return 'rust';
  const base = (path.split('/').at(-1) ?? '').replace(/\.exe$/, '');
  const ending = /\.([a-z]+)$/.exec(base)?.[1];
  if (ending !== undefined && Object.hasOwn(ENDINGS, ending)) return ENDINGS[ending] ?? null;
  const program = base.replace(/[-0-9.]+$/, '');
  return Object.hasOwn(PROGRAMS, program) ? (PROGRAMS[program] ?? null) : null;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  python: 'python',
  pypy: 'python',
  uv: 'python',
  poetry: 'python',
  py: 'python',
  node: 'node',
  nodejs: 'node',
  npx: 'node',
  npm: 'node',
  pnpm: 'node',
  yarn: 'node',
  tsx: 'node',
  deno: 'node',
  bun: 'node',
  go: 'go',
  cargo: 'rust',
  java: 'java',
  kotlin: 'java',
  scala: 'java',
  dotnet: 'dotnet',
  rscript: 'r',
  julia: 'julia',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  jq: 'jq',
  sh: 'shell',
  bash: 'shell',
  dash: 'shell',
  zsh: 'shell',
};

const ENDINGS: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  go: 'go',
  rs: 'rust',
  jar: 'java',
  dll: 'dotnet',
  r: 'r',
  jl: 'julia',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
  jq: 'jq',
  sh: 'shell',
};

const languages: readonly Language[] = [
  {
    id: 'python',
    name: 'Python',
    log: 'print(text, file=sys.stderr), or the logging module, which writes to stderr',
    flush: 'print(json.dumps(decision), flush=True)',
    noise: 'print(), a library banner, or a progress bar told to use stdout',
    runner: 'python3',
  },
  {
    id: 'node',
    name: 'JavaScript',
    log: 'console.error(text); console.log, console.info and console.debug write to stdout',
    flush: "process.stdout.write(JSON.stringify(decision) + '\\n'), and await the work before it",
    noise: 'console.log(), dotenv, or the banner of npm run (start the script with node itself)',
    runner: 'node',
  },
  {
    id: 'go',
    name: 'Go',
    log: 'fmt.Fprintln(os.Stderr, text), or the log package, which writes to stderr',
    flush: 'call Flush() on the bufio.Writer after every answer',
    noise: 'fmt.Println()',
    runner: 'go run',
  },
  {
    id: 'rust',
    name: 'Rust',
    log: 'eprintln!(...)',
    flush: 'writeln!(out, ...)? and then out.flush()?',
    noise: 'println!() or dbg output sent to stdout',
    runner: null,
  },
  {
    id: 'java',
    name: 'Java',
    log: 'System.err.println(text), and a logger configured for System.err',
    flush: 'System.out.println(answer) and then System.out.flush()',
    noise: 'System.out.println() or a logger whose console appender uses System.out',
    runner: 'java',
  },
  {
    id: 'dotnet',
    name: '.NET',
    log: 'Console.Error.WriteLine(text)',
    flush: 'Console.Out.Flush() after every answer',
    noise: 'Console.WriteLine() or a console logger',
    runner: 'dotnet',
  },
  {
    id: 'r',
    name: 'R',
    log: 'message(text)',
    flush: 'cat(answer, "\\n", sep = "") and then flush(stdout())',
    noise: 'print() at top level, or a package start-up text (suppressPackageStartupMessages)',
    runner: 'Rscript',
  },
  {
    id: 'julia',
    name: 'Julia',
    log: 'println(stderr, text)',
    flush: 'println(answer) and then flush(stdout)',
    noise: 'println()',
    runner: 'julia',
  },
  {
    id: 'ruby',
    name: 'Ruby',
    log: 'warn(text)',
    flush: '$stdout.sync = true at the start',
    noise: 'puts',
    runner: 'ruby',
  },
  {
    id: 'perl',
    name: 'Perl',
    log: 'print STDERR $text',
    flush: '$| = 1; at the start',
    noise: 'print',
    runner: 'perl',
  },
  {
    id: 'php',
    name: 'PHP',
    log: 'fwrite(STDERR, $text)',
    flush: 'fflush(STDOUT) after every answer',
    noise: 'echo, or warnings (display_errors = stderr)',
    runner: 'php',
  },
  {
    id: 'jq',
    name: 'jq',
    log: 'the stderr filter',
    flush: 'jq --unbuffered -c',
    noise: 'a filter that emits more than one value for an input',
    runner: null,
  },
  {
    id: 'shell',
    name: 'shell',
    log: 'echo text >&2',
    flush: 'printf in the loop itself, or in a pipe: jq --unbuffered, sed -u, grep --line-buffered',
    noise: 'echo, a shell profile, or a tool that reports on stdout',
    runner: 'sh',
  },
];

const unknown: Language = {
  id: 'unknown',
  name: 'the language in use',
  log: 'write to stderr (in C: fprintf(stderr, ...))',
  flush: 'flush stdout after every answer (in C: fflush(stdout))',
  noise: 'a print for debugging, a library banner, or the wrapper that starts the agent',
  runner: null,
};
