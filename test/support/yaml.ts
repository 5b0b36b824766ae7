/**
 * Reads the YAML that a workflow is written in: mappings, lists, plain and quoted scalars,
 * one-line lists, and texts of several lines (`|`). Throws for anything else.
 */
export type Yaml = null | boolean | number | string | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

export function readYaml(source: string): Yaml {
  const lines = source
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trimEnd())
    .filter((line) => line !== '')
    .map((line): Line => ({ indent: line.search(/\S/), text: line.trim() }));
  const reader = new Reader(lines);
  const value = reader.block(0);
  reader.requireEnd();
  return value;
}

class Reader {
  readonly #lines: Line[];
  #at = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = [...lines];
  }

  requireEnd(): void {
    if (this.#at < this.#lines.length) throw new Error(`not read: ${this.#lines[this.#at]!.text}`);
  }

  /** What is indented by at least `least`; null for nothing. */
  block(least: number): Yaml {
    const first = this.#lines[this.#at];
    if (first === undefined || first.indent < least) return null;
    return /^- /.test(first.text) ? this.#list(first.indent) : this.#mapping(first.indent);
  }

  #list(indent: number): readonly Yaml[] {
    const items: Yaml[] = [];
    for (;;) {
      const line = this.#lines[this.#at];
      if (line?.indent !== indent || !line.text.startsWith('- ')) return items;
      const rest = line.text.slice(2);
      if (/^[\w.-]+:( |$)/.test(rest)) {
        this.#lines[this.#at] = { indent: indent + 2, text: rest };
        items.push(this.#mapping(indent + 2));
      } else {
        this.#at += 1;
        items.push(scalar(rest));
      }
    }
  }

  #mapping(indent: number): { readonly [key: string]: Yaml } {
    const members: Record<string, Yaml> = {};
    for (;;) {
      const line = this.#lines[this.#at];
      if (line?.indent !== indent) return members;
      const [, key, rest] = /^([\w.-]+):(?: (.*))?$/.exec(line.text) ?? [];
      if (key === undefined || key in members) throw new Error(`no member, or one twice: ${line.text}`);
      this.#at += 1;
      if (rest === '|') members[key] = this.#text(indent + 1);
      else members[key] = rest === undefined ? this.block(indent + 1) : scalar(rest);
    }
  }

  #text(least: number): string {
    const kept: string[] = [];
    for (; (this.#lines[this.#at]?.indent ?? -1) >= least; this.#at += 1)
      kept.push(this.#lines[this.#at]!.text);
    return `${kept.join('\n')}\n`;
  }
}

function scalar(text: string): Yaml {
  if (/^\[.*\]$/.test(text))
    return text
      .slice(1, -1)
      .split(',')
      .map((each) => scalar(each.trim()));
  if (/^[&*!%@`{>]/.test(text)) throw new Error(`not read here: ${text}`);
  const [, quoted] = /^(?:"([^"\\]*)"|'[^']*')$/.exec(text) ?? [];
  if (quoted !== undefined || text.startsWith("'")) return quoted ?? text.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '' || text === 'null' || text === '~') return null;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
