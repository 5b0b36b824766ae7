import { describe, expect, test } from 'vitest';
import { hintsIn } from '../../../src/determinism/hints/hintsIn.ts';
import type { LanguageId } from '../../../src/determinism/hints/tokens.ts';

/** `line:column code` of every hint. */
function hints(language: LanguageId, ...lines: string[]): string[] {
  return hintsIn(lines.join('\n'), language, 'agent').map(
    ({ line, column, code }) => `${line}:${column} ${code}`,
  );
}

const cases: Readonly<
  Record<LanguageId, readonly (readonly [source: string, expected: readonly string[]])[]>
> = {
  python: [
    ['for x in set(names): pass', ['1:10 set-order']],
    ['for x in {a, b}: pass', ['1:10 set-order']],
    ['for i, x in enumerate({each for each in names}): pass', ['1:23 set-order']],
    ['orders = [f(s) for s in {o["s"] for o in obs}]', ['1:25 set-order']],
    ['names = {each for each in x}\nfor name in names: pass', ['2:13 set-order']],
    ['names = set(x)\nout = list(names)', ['2:12 set-order']],
    ['text = ",".join(set(x))', ['1:17 set-order']],
    ['for x in sorted(set(names)): pass', []],
    ['out = sorted(f(x) for x in set(names))', []],
    ['if x in set(names): pass', []],
    ['n = len(set(names)); m = max({1, 2})', []],
    ['for k in {"a": 1, "b": 2}: pass', []],
    ['for k in {**a}: pass', []],
    ['other = {x for x in set(names)}', []],
    ['names = sorted(set(x))\nfor name in names: pass', []],
    ['def set(x): return x', []],
    ['seed = hash(date)', ['1:8 hash-value']],
    ['seed = self.hash(date); def_ = id(x)', ['1:32 object-identity']],
    ['import random\nx = random.random()', ['2:5 unseeded-random']],
    ['import random\nrandom.seed(7)\nx = random.random()', []],
    ['import random\nrandom.seed()\nx = random.random()', ['2:1 unseeded-random', '3:5 unseeded-random']],
    ['import random\nx = random.Random(digest).random()', []],
    ['import random\nx = random.Random().random()', ['2:5 unseeded-random']],
    ['from random import choice as pick\nx = pick(names)', ['2:5 unseeded-random']],
    ['from random import (\n  choice,\n  shuffle as mix,\n)\nmix(names)', ['5:1 unseeded-random']],
    ['import numpy as np\nx = np.random.rand(3)', ['2:5 unseeded-random']],
    ['import numpy as np\nnp.random.seed(1)\nx = np.random.rand(3)', []],
    ['import numpy as np\nr = np.random.default_rng()', ['2:5 unseeded-random']],
    ['import numpy as np\nr = np.random.default_rng(5)', []],
    ['import uuid, os\nx = uuid.uuid4(); y = os.urandom(4)', ['2:5 unseeded-random', '2:23 unseeded-random']],
    ['import time\nt = time.time()', ['2:5 wall-clock']],
    ['from time import time\nt = time()', ['2:5 wall-clock']],
    ['from datetime import datetime as dt\nt = dt.now()', ['2:5 wall-clock']],
    ['import datetime\nt = datetime.date.today()', ['2:5 wall-clock']],
    ['t = broker.time()', []],
    ['import os\np = os.getpid()', ['2:5 process-identity']],
    ['import os\nfor f in os.listdir("."): pass', ['2:10 folder-order']],
    ['import os\nfor f in sorted(os.listdir(".")): pass', []],
    ['import threading\nthreading.Thread(target=f).start()', ['2:1 thread-race']],
    [
      'import locale\nx = sorted(y, key=locale.strxfrm)\nlocale.setlocale(locale.LC_ALL, "")',
      ['3:1 locale-dependent'],
    ],
    ['d = datetime.fromisoformat(x).timestamp()', ['1:31 local-time']],
    ['r = client.chat.completions.create(model=m)', ['1:5 uncached-model-call']],
    ['cache = {}\nr = client.chat.completions.create(model=m)', []],
    ['# time.time()\nx = "time.time()"\ny = """\nhash(x)\n"""\nz = f\'id({x})\'', []],
    ['x = hash(y)  # sbdev: allow', []],
    ['x = hash(y)  # sbdev:allow, a tuple of ints\nx = hash(y)', ['2:5 hash-value']],
    ['x = "# sbdev: allow"; y = hash(x)', ['1:27 hash-value']],
    ['x = """unfinished hash(y)', []],
    [')]} hash(x) ({[', ['1:5 hash-value']],
  ],
  node: [
    ['const x = Math.random();', ['1:11 unseeded-random']],
    ['const x = crypto.randomUUID();', ['1:11 unseeded-random']],
    ['const t = Date.now() + new Date().getTime();', ['1:11 wall-clock', '1:28 wall-clock']],
    ['const t = new Date(text), u = new Date;', ['1:35 wall-clock']],
    ['const d = new Date(text).getDay();', ['1:26 local-time']],
    ['const d = new Date(year, month - 1, f(1, 2)), u = new Date(Date.UTC(y, m));', ['1:15 local-time']],
    ['const d = new Date(...parts), u = new Date(f(1, 2));', ['1:15 local-time']],
    ['const d = date?.getHours();', ['1:17 local-time']],
    ['names.sort((a, b) => a.localeCompare(b));', ['1:22 locale-dependent']],
    ['const x = (0.5).toLocaleString();', ['1:17 locale-dependent']],
    ['await Promise.race([a, b]);', ['1:7 thread-race']],
    ['const [s] = process.hrtime(); const p = process.pid;', ['1:13 wall-clock', '1:41 process-identity']],
    ['for (const f of readdirSync(".").sort()) use(f);', []],
    ['for (const f of fs.readdirSync(".")) use(f);', ['1:17 folder-order']],
    ['const r = await client.messages.create({});', ['1:17 uncached-model-call']],
    ['for (const x of new Set(names)) use(x); // insertion order', []],
    ['// Math.random()\n/* Date.now() */ const x = "Math.random()" + \'Date.now()\';', []],
    [
      `const t = \`at \${Date.now()} and \${\`in \${Math.random()}\`} Date.now()\`;`,
      ['1:17 wall-clock', '1:41 unseeded-random'],
    ],
    [`const t = \`\${{ a: { b: 1 } }.a.b} Math.random()\`; Math.random()`, ['1:51 unseeded-random']],
    ['const r = /Math.random()/.test(x) || a / b / Math.random();', ['1:46 unseeded-random']],
    ['const r = /[/"]/; Math.random();', ['1:19 unseeded-random']],
    ['const x = Math.random(); // sbdev: allow', []],
  ],
  go: [
    ['weights := map[string]float64{}\nfor name := range weights {', ['2:13 map-order']],
    ['weights := make(map[string]float64)\nfor name := range weights {', ['2:13 map-order']],
    ['type book struct { held map[string]int }\nfor k := range b.held {', ['2:10 map-order']],
    ['func f(m map[string]int) { for k := range m {', ['1:37 map-order']],
    ['names := []string{}\nfor i := range names {', []],
    ['for _, k := range slices.Sorted(maps.Keys(m)) {', []],
    ['for k := range maps.Keys(m) {', ['1:16 map-order']],
    ['x := rand.Intn(5)\ny := rand.New(rand.NewSource(7)).Intn(5)', ['1:6 unseeded-random']],
    ['now := time.Now()', ['1:8 wall-clock']],
    ['select {\ncase <-a:\ncase <-b:\n}\ngo work()', ['1:1 thread-race', '5:1 thread-race']],
    ['x := `time.Now()` // time.Now()', []],
    ['now := time.Now() // sbdev: allow', []],
  ],
  rust: [
    ['let m: HashMap<String, f64> = HashMap::new();\nfor (k, v) in &m {', ['2:16 map-order']],
    [
      'let mut s = std::collections::HashSet::new();\nlet v: Vec<_> = s.iter().collect();',
      ['2:17 map-order'],
    ],
    ['struct Book { held: HashMap<String, i64> }\nfor k in self.held.keys() {', ['2:15 map-order']],
    ['let m: BTreeMap<String, f64> = BTreeMap::new();\nfor k in &m {', []],
    ['let x = HashMap::new();\nlet y = x.get("a");', []],
    ['let t = SystemTime::now();\nlet u = std::time::Instant::now();', ['1:9 wall-clock', '2:9 wall-clock']],
    [
      'let r = rand::thread_rng();\nlet x: f64 = rand::random();',
      ['1:9 unseeded-random', '2:14 unseeded-random'],
    ],
    ["fn f<'a>(x: &'a str) -> char { let c = '\"'; rand::random() }", ['1:45 unseeded-random']],
    [
      'let s = r#"SystemTime::now() " "#; /* a /* SystemTime::now() */ b */ SystemTime::now();',
      ['1:70 wall-clock'],
    ],
    ['tokio::select! { a = b => {} }', ['1:8 thread-race']],
    ['let t = SystemTime::now(); // sbdev: allow', []],
  ],
};

for (const [language, rows] of Object.entries(cases)) {
  describe(language, () => {
    test.each(rows)('%j', (source, expected) => {
      expect(hints(language as LanguageId, source)).toStrictEqual(expected);
    });
  });
}

test('sources that never end their strings and brackets take no long time', () => {
  const languages: readonly LanguageId[] = ['python', 'node', 'go', 'rust'];
  const startedAt = performance.now();
  for (const language of languages) {
    for (const piece of [
      '(',
      '"',
      "'",
      '`',
      '"""',
      '/*',
      '/',
      '{',
      'a.',
      'for x in {',
      '$'.concat('{'),
      'r#"',
    ]) {
      hintsIn(piece.repeat(100_000 / piece.length), language, 'agent');
    }
    for (const [open, close] of [
      ['(', ')'],
      ['{', '}'],
      ['[', ']'],
    ] as const) {
      hintsIn(open.repeat(30_000) + close.repeat(30_000), language, 'agent');
      hintsIn(`for x in ${open}`.repeat(10_000) + close.repeat(10_000), language, 'agent');
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
