/**
 * What a file is, by its name. `source` is what people write; `data` may as well be
 * written by an agent or a build; `artefact` is written by programs alone; `scratch` is
 * an editor's.
 */
export type FileKind = 'source' | 'data' | 'artefact' | 'scratch';

/** The kind of a file by its name (without folders). */
export function fileKind(name: string): FileKind {
  if (scratch.some((pattern) => pattern.test(name))) return 'scratch';
  const lower = name.toLowerCase();
  if (artefacts.test(lower)) return 'artefact';
  return sourceNames.has(lower) || sourceEndings.has(endingOf(lower)) ? 'source' : 'data';
}

function endingOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
}

/** Swap, backup, lock and trial files of vim, Emacs, nano, JetBrains, VS Code, KDE, GNOME, Sublime, sed. */
const scratch: readonly RegExp[] = [
  /~$/,
  /^\..*\.sw[a-z]$/,
  /^\.?#/,
  /^4913$/,
  /\.(tmp|temp|bak|orig|rej|part|crdownload|kate-swp|partial|swx?p)$/i,
  /___jb_(tmp|old)___$/,
  /^\.goutputstream-/,
  /^\.fuse_hidden/,
  /^\.nfs[0-9a-f]{8,}/,
  /\.tmp[.-][\w.-]+$/i,
  /^\.subl.*\.tmp/,
  /^sed[A-Za-z0-9]{6}$/,
  /^\.(DS_Store|directory|localized)$/,
  /^(Thumbs\.db|desktop\.ini)$/i,
];

/** What running or building leaves behind: databases and their journals, logs, locks, compiled code, dumps. */
const artefacts =
  /(\.(sqlite3?|s3db|db3?|duckdb|ldb|lmdb|mdb)([.-](wal|shm|journal))?|-journal|-wal|-shm|\.(wal|log|pid|lock|lck|sock|socket|pyc|pyo|class|o|obj|a|lo|so|dylib|dll|pdb|core|dmp|prof|trace|gcda|gcno|tsbuildinfo|rdata|rhistory|hprof)|\.log\.\d+|\.so\.[\d.]+|^(core(\.\d+)?|nohup\.out|\.coverage(\..*)?|\.rdata|\.rhistory))$/;

const sourceEndings: ReadonlySet<string> = new Set([
  ...['py', 'pyi', 'pyx', 'pxd', 'ipynb', 'js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'wasm'],
  ...['go', 'mod', 'rs', 'c', 'h', 'cc', 'hh', 'cpp', 'hpp', 'cxx', 'hxx', 'inl', 'cmake', 'f90', 'f', 'zig'],
  ...['java', 'kt', 'kts', 'scala', 'sc', 'groovy', 'gradle', 'clj', 'cljs', 'cljc', 'cs', 'fs', 'vb'],
  ...['csproj', 'fsproj', 'sln', 'r', 'rmd', 'jl', 'rb', 'pl', 'pm', 'php', 'lua', 'jq', 'swift', 'm', 'mm'],
  ...['ex', 'exs', 'erl', 'hrl', 'hs', 'cabal', 'ml', 'mli', 'nim', 'd', 'v', 'lisp', 'scm', 'rkt', 'q', 'k'],
  ...['sh', 'bash', 'zsh', 'fish', 'bat', 'cmd', 'ps1', 'awk', 'sed', 'mk', 'sql', 'proto'],
  ...['toml', 'yaml', 'yml', 'ini', 'cfg', 'conf', 'properties', 'env', 'xml'],
  ...['md', 'rst', 'j2', 'jinja', 'jinja2', 'tmpl', 'tpl', 'mustache', 'hbs', 'prompt'],
]);

/** Files of a project that are called so whatever their ending would say. */
const sourceNames: ReadonlySet<string> = new Set([
  ...[
    'makefile',
    'gnumakefile',
    'dockerfile',
    'containerfile',
    'justfile',
    'rakefile',
    'gemfile',
    'procfile',
  ],
  ...['cmakelists.txt', 'requirements.txt', 'constraints.txt', 'pipfile', '.env', '.rprofile', '.renviron'],
  ...['sharpebench.json', 'package.json', 'tsconfig.json', 'deno.json', 'deno.jsonc', 'jsconfig.json'],
]);
