/** One template: a folder of its id under `templates/`, and what the machine needs for it. */
export interface Template {
  readonly id: string;
  readonly title: string;
  readonly transport: Transport;
  /** Programs that its build, its test and the agent itself need. */
  readonly programs: readonly string[];
  /** True if a package manager of Node has to bring something before it builds. */
  readonly needsInstall: boolean;
  /** The lines of a shell that run its own test, in its folder. */
  readonly test: readonly string[];
  /** Where the agent asks a language model: what it has to know, and where to write it. */
  readonly model: ModelAccess | null;
}

export interface ModelAccess {
  /** The lines of a shell that tell the agent, with values to be replaced. */
  readonly settings: readonly string[];
  readonly note: string;
}

export type Transport = 'stdio' | 'http';

/** The JDK reads names of folders in the encoding of the locale. */
const javaLocale = 'env LC_ALL=C.UTF-8';

const modelNote =
  'put in the address of your endpoint (OpenAI chat API), and export OPENAI_API_KEY if it wants one; the model stands in llm.json; the first run fills the cache, further ones make no call';
const endpoint = 'export OPENAI_BASE_URL=http://127.0.0.1:11434/v1';

/**
 * Every template; the contract suite (`test/templates/`) covers each row. The build
 * command is not here: it is the `build` of the template's own sharpebench.json.
 */
export const templates: readonly Template[] = [
  row('python', 'Python', ['python3'], ['python3 -m unittest']),
  {
    ...row('python-http', 'Python, as an HTTP endpoint', ['python3'], ['python3 -m unittest']),
    transport: 'http',
  },
  row('javascript', 'JavaScript', ['node', 'npm'], ['npm test']),
  { ...row('typescript', 'TypeScript', ['node', 'npm'], ['npm test']), needsInstall: true },
  row('go', 'Go', ['go'], ['go test ./...']),
  row('rust', 'Rust', ['cargo'], ['cargo test']),
  row(
    'java',
    'Java',
    ['javac', 'java', 'env'],
    [
      `${javaLocale} javac --release 17 -encoding UTF-8 -d out -sourcepath src:test test/agent/AllTests.java`,
      `${javaLocale} java -ea -cp out agent.AllTests`,
    ],
  ),
  row(
    'cpp',
    'C++',
    ['c++', 'cmake', 'ctest'],
    ['cmake -S . -B build', 'cmake --build build', 'ctest --test-dir build --output-on-failure'],
  ),
  row('r', 'R', ['Rscript'], ['Rscript --vanilla tests/run.R']),
  {
    ...row('llm-python', 'Language model, in Python', ['python3'], ['python3 -m unittest']),
    model: {
      settings: [endpoint],
      note: modelNote,
    },
  },
  {
    ...row('llm-typescript', 'Language model, in TypeScript', ['node', 'npm'], ['npm test']),
    needsInstall: true,
    model: {
      settings: [endpoint],
      note: modelNote,
    },
  },
];

export const templateIds: readonly string[] = templates.map((each) => each.id);

/**
 * The template that a name and a transport ask for together: `python` over `http` is
 * `python-http`. Null if there is none.
 */
export function findTemplate(id: string, transport?: Transport): Template | null {
  const named = templates.find((each) => each.id === id) ?? null;
  if (named === null || transport === undefined || named.transport === transport) return named;
  return templates.find((each) => each.id === `${id}-${transport}` && each.transport === transport) ?? null;
}

function row(id: string, title: string, programs: readonly string[], test: readonly string[]): Template {
  return { id, title, transport: 'stdio', programs, needsInstall: false, test, model: null };
}
