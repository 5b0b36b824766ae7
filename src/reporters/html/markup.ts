/** Text that is HTML already: made by `html` alone, so that nothing foreign gets there unescaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | null | readonly Part[];

/** Escapes every value but markup; null is nothing, and a list stands for its parts. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Markup {
  let text = strings[0]!;
  for (const [index, value] of values.entries()) text += partText(value) + strings[index + 1]!;
  return new Markup(text);
}

export const nothing = new Markup('');

function partText(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return escapeHtml(String(part));
}

/** Safe as text and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** JSON that may stand in a script element: no `</script>`, no `<!--`, no line separators. */
export function scriptJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
