import { createHash } from 'node:crypto';
import { escapeHtml, html, type Markup } from './markup.ts';

/** The page's own script and style, as they were built. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

export interface PageParts {
  readonly title: string;
  readonly body: readonly Markup[];
  /** JSON that may stand in a script element. */
  readonly data: Iterable<string>;
}

/**
 * One file that shows itself without a network: style and script stand in it, and its
 * policy lets no other run or load, whatever is written between them.
 */
export function* page({ title, body, data }: PageParts, { script, style }: PageAssets): Iterable<string> {
  const policy = [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${html`<title>${title} · SharpeBench</title>`.text}
<style>${style}</style>
</head>
<body>
<main>
`;
  for (const part of body) yield part.text;
  yield '</main>\n<script type="application/json" id="data">';
  yield* data;
  yield `</script>\n<script>${script}</script>\n</body>\n</html>\n`;
}

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
