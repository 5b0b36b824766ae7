// Terminal text with SGR sequences as an SVG picture. Every stretch of one style is
// placed at its own cell, and stretched to its cells, so that columns line up with
// whatever monospace font the reader has.
import stringWidth from 'string-width';

const CELL = 8.4;
const LINE = 18;
const MARGIN = 20;
const BAR = 32;

const background = '#16181d';
const foreground = '#d7dae0';
const palette = ['#3b4048', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d7dae0'];
const bright = ['#6b7280', '#f28b93', '#b5e08f', '#f2d78c', '#83c5ff', '#dc9cf0', '#7fd6e0', '#ffffff'];

const plain = { color: null, bold: false, dim: false, italic: false, underline: false, inverse: false };

/** One SVG document: as wide as `columns` cells, as high as the text has lines. */
export function ansiToSvg(text, { columns, title }) {
  const lines = text.split('\n');
  const width = Math.ceil(columns * CELL + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN + BAR;
  let style = plain;
  const drawn = lines.flatMap((line, row) => {
    const { pieces, last } = stretches(line, style);
    style = last;
    return pieces.map((piece) => drawStretch(piece, BAR + MARGIN + row * LINE));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeXml(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="${background}"/>
<g fill="${palette[0]}"><circle cx="20" cy="18" r="5"/><circle cx="38" cy="18" r="5"/><circle cx="56" cy="18" r="5"/></g>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">
${drawn.join('\n')}
</g>
</svg>
`;
}

/** The stretches of a line that share a style, each with the cell at which it starts. */
function stretches(line, before) {
  const pieces = [];
  let style = before;
  let cell = 0;
  // Odd parts are the parameters of an SGR sequence, even ones the text between.
  for (const [at, part] of line.split(/\x1b\[([\d;]*)m/).entries()) {
    if (at % 2 === 1) {
      style = restyled(style, part);
      continue;
    }
    // Blanks at either end only move what is between them.
    const shown = style.inverse ? part : part.trim();
    const indent = style.inverse ? 0 : part.length - part.trimStart().length;
    if (shown !== '') pieces.push({ text: shown, cell: cell + indent, cells: stringWidth(shown), style });
    cell += stringWidth(part);
  }
  return { pieces, last: style };
}

function drawStretch({ text, cell, cells, style }, top) {
  const x = (MARGIN + cell * CELL).toFixed(1);
  const length = (cells * CELL).toFixed(1);
  const ink = style.color ?? foreground;
  const attributes = [
    `x="${x}" y="${(top + LINE * 0.72).toFixed(1)}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`,
    `fill="${style.inverse ? background : ink}"`,
    style.bold ? 'font-weight="bold"' : '',
    style.italic ? 'font-style="italic"' : '',
    style.underline ? 'text-decoration="underline"' : '',
    style.dim ? 'opacity="0.6"' : '',
  ];
  const box = style.inverse
    ? `<rect x="${x}" y="${top}" width="${length}" height="${LINE}" fill="${ink}"/>`
    : '';
  return `${box}<text ${attributes.filter(Boolean).join(' ')}>${escapeXml(text)}</text>`;
}

/** The style after one SGR sequence (ECMA-48; 256 and true colours as xterm has them). */
function restyled(style, parameters) {
  const codes = parameters.split(';').map(Number);
  let next = style;
  while (codes.length > 0) {
    const code = codes.shift();
    if (code === 38 || code === 48) {
      const color = codes.shift() === 5 ? indexed(codes.shift()) : `rgb(${codes.splice(0, 3).join(',')})`;
      if (code === 38) next = { ...next, color };
    } else next = { ...next, ...change(code) };
  }
  return next;
}

function change(code) {
  if (code >= 30 && code <= 37) return { color: palette[code - 30] };
  if (code >= 90 && code <= 97) return { color: bright[code - 90] };
  const changes = {
    0: plain,
    1: { bold: true },
    2: { dim: true },
    3: { italic: true },
    4: { underline: true },
    7: { inverse: true },
    22: { bold: false, dim: false },
    23: { italic: false },
    24: { underline: false },
    27: { inverse: false },
    39: { color: null },
  };
  return changes[code] ?? {};
}

function indexed(index) {
  if (index < 8) return palette[index];
  if (index < 16) return bright[index - 8];
  if (index >= 232) return `rgb(${Array(3).fill(8 + (index - 232) * 10)})`;
  const level = (value) => (value === 0 ? 0 : 55 + value * 40);
  const cube = index - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level)})`;
}

function escapeXml(text) {
  return text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character],
  );
}
