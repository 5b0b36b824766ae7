import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordJson } from '../../../src/harness/recordJson.ts';
import { runSbdev } from '../../cli/memoryIo.ts';
import { keepRecord } from '../../harness/records/journals.ts';
import { Browser, chromiumPath, type Page } from '../../support/chromium.ts';
import { temporaryFolder } from '../../support/cli.ts';
import { fixture, pageOf, recorded } from '../../support/report.ts';
import { checkFinding, checkReport, instrument } from '../documents.ts';

const path = chromiumPath();
if (path === null) console.warn('SKIPPED: no chromium on this machine, so no page was opened');

/** Give screenshots to look at by naming a folder for them. */
const shots = process.env.REPORT_SCREENSHOTS;

const HOSTILE = '</script><script>document.title="owned"</script>';

describe.skipIf(path === null)('the page of a report, opened from a file', () => {
  let browser: Browser;
  const pages = new Map<string, string>();

  beforeAll(async () => {
    browser = await Browser.start(path!);
    const sweep = temporaryFolder('report-');
    await runSbdev(['sweep', '--agent', 'momentum', '--data', 'calm', '--seeds', '0..3', '--quiet'], {
      cwd: sweep,
    });
    for (const [name, cwd] of [
      ['clean', await recorded(['--agent', 'momentum'])],
      ['refused', await recorded([...fixture('nan.py')])],
      ['markup', await recorded([...fixture('markup.py'), '--no-double-run', '--data', hostilePrices()])],
      ['divergent', await recorded([...fixture('nd_set_order.py')])],
      ['faults', await recorded([...fixture('chases.py'), '--no-double-run', '--fault-plan', faultPlan()])],
      [
        'long',
        await recorded(['--agent', 'momentum', '--data', 'synthetic:4:24100:3', '--window', '20:24020']),
      ],
      ['sweep', sweep],
      ['check', checkRecord()],
    ] as const) {
      pages.set(name, (await pageOf(cwd)).url);
    }
  }, 240_000);

  afterAll(() => browser?.close());

  const names = ['clean', 'refused', 'markup', 'divergent', 'faults', 'long', 'sweep', 'check'];
  const widths = [400, 1400];

  describe.each(names)('%s', (name) => {
    it.each(widths)('says nothing on the console, asks for nothing else, and fits %i px', async (width) => {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await browser.open(pages.get(name)!, { width, scheme });
        expect({ said: page.said, requests: page.requests }).toEqual({
          said: [],
          requests: [pages.get(name)],
        });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        await keepShot(page, `${name}-${width}-${scheme}`);
      }
    });
  });

  it('draws the NAV in the accent and the baseline beside it, in either scheme', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(pages.get('clean')!, { width: 1000, scheme });
      const drawn = await inked(page, 'equity-chart', ['--accent', '--baseline']);
      expect(drawn['--accent']).toBeGreaterThan(600);
      expect(drawn['--baseline']).toBeGreaterThan(100);
      expect((await inked(page, 'drawdown-chart', ['--fall']))['--fall']).toBeGreaterThan(300);
    }
  });

  it('marks the steps that the kit had to fill in with crosses on the chart', async () => {
    const page = await browser.open(pages.get('refused')!, { width: 1000 });
    expect((await inked(page, 'equity-chart', ['--bad']))['--bad']).toBeGreaterThan(100);
    const clean = await browser.open(pages.get('clean')!, { width: 1000 });
    expect((await inked(clean, 'equity-chart', ['--bad']))['--bad']).toBe(0);
  });

  it('has text that can be read on its ground, in either scheme', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.open(pages.get('refused')!, { width: 1000, scheme });
      const ratios = await page.evaluate<Record<string, number>>(contrasts);
      for (const [color, ratio] of Object.entries(ratios))
        expect({ color, ratio: ratio >= 4.5 }).toEqual({ color, ratio: true });
    }
  });

  it('leaves markup of the agent, its symbols and its stderr as text', async () => {
    const page = await browser.open(pages.get('markup')!, { width: 1000 });
    expect(await page.evaluate('document.title')).toContain('failed run');
    expect(await page.evaluate('document.querySelectorAll("img").length')).toBe(0);
    expect(await page.evaluate('document.scripts.length')).toBe(2);
    const text = await page.evaluate<string>('document.body.textContent');
    expect(text).toContain('<script>document.title=');
    expect(await page.evaluate('document.querySelector("#table .reason p").textContent')).toContain(
      '</script><script>',
    );
    expect(await page.evaluate('document.querySelector("#table .orders").textContent')).toContain(
      '</script>',
    );
    expect(await page.evaluate('document.querySelector("#findings").textContent')).toContain(
      'RuntimeError: </script>',
    );
  });

  it('runs no script but its own, whatever gets into the page', async () => {
    const page = await browser.open(pages.get('clean')!, { width: 1000 });
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title=1">');
      const own = document.createElement('script'); own.textContent = 'document.title = "owned"'; document.body.append(own);`);
    expect(await page.evaluate('document.title')).not.toContain('owned');
    expect(page.said.join()).toContain('Content Security Policy');
  });

  it('filters decisions by words, by steps and by verdict', async () => {
    const page = await browser.open(pages.get('refused')!, { width: 1000 });
    expect(await shown(page)).toMatchObject({ rows: 50, place: '1–50 of 80' });
    await type(page, '10-19');
    expect(await shown(page)).toMatchObject({ rows: 10, place: '1–10 of 10', first: '10' });
    await type(page, 'non-finite-literal');
    expect(await shown(page)).toMatchObject({ rows: 3, place: '1–3 of 3' });
    await type(page, 'no such thing');
    expect(await shown(page)).toMatchObject({ rows: 0, place: 'nothing matches' });
    await type(page, '');
    await choose(page, 'refused');
    expect(await shown(page)).toMatchObject({ rows: 3, first: '0' });
    await choose(page, '');
    expect(await shown(page)).toMatchObject({ rows: 50 });
  });

  it('turns the pages of 24,000 decisions, sorts them, and filters them at once', async () => {
    const page = await browser.open(pages.get('long')!, { width: 1000 });
    expect(await shown(page)).toMatchObject({ rows: 50, place: '1–50 of 24,000' });
    await page.evaluate('document.querySelector(".pager button:last-child").click()');
    expect(await shown(page)).toMatchObject({ place: '51–100 of 24,000', first: '50' });
    await page.evaluate('document.querySelector(".sort").click()');
    await page.evaluate('document.querySelector(".sort").click()');
    expect(await shown(page)).toMatchObject({ place: '1–50 of 24,000', first: '23999' });
    const took = await page.evaluate<number>(
      'const from = performance.now(); const input = document.getElementById("filter-text"); input.value = "11990-12010"; input.dispatchEvent(new Event("input")); performance.now() - from',
    );
    expect(await shown(page)).toMatchObject({ rows: 21, first: '12010' });
    expect(took).toBeLessThan(1_000);
  });

  it('turns to the step of the chart that is clicked on', async () => {
    const page = await browser.open(pages.get('clean')!, { width: 1000, height: 2000 });
    const at = await page.evaluate<{ x: number; y: number }>(
      '(() => { const box = document.querySelector("#equity-chart .u-over").getBoundingClientRect(); return { x: box.right - 2, y: box.top + 40 }; })()',
    );
    for (const kind of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      await page.send('Input.dispatchMouseEvent', { type: kind, ...at, button: 'left', clickCount: 1 });
    }
    expect(await page.evaluate('document.querySelector("tr.marked td").textContent')).toBe('79');
    expect(await page.evaluate('document.getElementById("equity-readout").textContent')).toMatch(
      /^step 79 {2}2025-100 {2}NAV 0\.\d{4} {2}buy and hold 0\.\d{4}$/,
    );
  });

  it('shows a divergence side by side, with the place in the source', async () => {
    const page = await browser.open(pages.get('divergent')!, { width: 1000 });
    expect(
      await page.evaluate(
        '[...document.querySelectorAll(".sides .value")].map((each) => each.textContent).length',
      ),
    ).toBe(2);
    expect(await page.evaluate('document.querySelector("#determinism").textContent')).toMatch(
      /nd_set_order\.py:6/,
    );
  });

  it('shows when a fault was felt, and how each answer was graded', async () => {
    const page = await browser.open(pages.get('faults')!, { width: 1000 });
    expect(
      await page.evaluate('document.querySelectorAll(".timeline svg text:not(.end)").length'),
    ).toBeGreaterThan(0);
    expect(await page.evaluate('document.querySelector("#faults").textContent')).toContain('escalated');
  });

  it('prints in light colours, with a bounded table and without its controls', async () => {
    const page = await browser.open(pages.get('long')!, { width: 1000, scheme: 'dark' });
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length).toBeLessThan(60);
    await page.evaluate('dispatchEvent(new Event("beforeprint"))');
    expect(await shown(page)).toMatchObject({ rows: 400, place: '1–400 of 24,000' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    await page.evaluate('dispatchEvent(new Event("afterprint"))');
    expect(await shown(page)).toMatchObject({ rows: 50 });
    await page.show({ width: 1000, media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.querySelector(".filters")).display')).toBe('none');
  });

  it('shows every instrument of a check with a sign of its own', async () => {
    const page = await browser.open(pages.get('check')!, { width: 1000 });
    expect(
      await page.evaluate(
        '[...document.querySelectorAll("#instruments tbody .verdict-cell")].map((each) => each.textContent.trim())',
      ),
    ).toEqual(['✓ passed', '✗ failed', '… pending', '! invalid', '– abstained']);
    expect(await page.evaluate('document.title')).not.toContain('owned');
    expect(await page.evaluate('document.querySelector("#instruments").textContent')).toContain(
      '<script>document.title=',
    );
  });

  it('filters the cells of a sweep', async () => {
    const page = await browser.open(pages.get('sweep')!, { width: 1000 });
    expect(await shown(page)).toMatchObject({ rows: 8, place: '1–8 of 8' });
    expect(await page.evaluate('document.querySelectorAll("#returns circle").length')).toBe(8);
    await type(page, 'seed 3');
    expect(await shown(page)).toMatchObject({ rows: 2 });
  });
});

async function keepShot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, `${name}.png`), await page.screenshot());
}

/** Pixels of a chart that have the colours of the named properties, give or take what smoothing does. */
function inked(page: Page, chart: string, colors: readonly string[]): Promise<Record<string, number>> {
  return page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const canvas = document.querySelector('#${chart} canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const style = getComputedStyle(document.documentElement);
    const counts = {};
    for (const name of ${JSON.stringify(colors)}) {
      const text = style.getPropertyValue(name).trim();
      const wanted = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] > 100 && wanted.every((value, channel) => Math.abs(value - data[at + channel]) < 24)) count += 1;
      }
      counts[name] = count;
    }
    return counts;
  })()`);
}

/** Contrast of each colour of text with the ground that it stands on (WCAG 2). */
const contrasts = `(() => {
  const style = getComputedStyle(document.documentElement);
  const light = (name) => {
    const text = style.getPropertyValue(name).trim();
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  const pairs = [['--text', '--page'], ['--dim', '--page'], ['--accent', '--page'], ['--bad', '--page'], ['--open', '--page'], ['--text', '--panel'], ['--dim', '--bad-area'], ['--text', '--bad-area'], ['--bad', '--bad-area'], ['--accent', '--accent-area'], ['--open', '--open-area'], ['--text', '--mark']];
  return Object.fromEntries(pairs.map(([a, b]) => [a + ' on ' + b, ratio(a, b)]));
})()`;

function shown(
  page: Page,
): Promise<{ readonly rows: number; readonly place: string; readonly first: string }> {
  return page.evaluate(
    '({ rows: document.querySelectorAll("#table tbody tr").length, place: document.querySelector(".place").textContent, first: document.querySelector("#table tbody td")?.textContent ?? "" })',
  );
}

function type(page: Page, text: string): Promise<unknown> {
  return page.evaluate(
    `(() => { const input = document.getElementById("filter-text"); input.value = ${JSON.stringify(text)}; input.dispatchEvent(new Event("input")); })()`,
  );
}

function choose(page: Page, value: string): Promise<unknown> {
  return page.evaluate(
    `(() => { const select = document.getElementById("filter-verdict"); select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event("change")); })()`,
  );
}

/** The record of a check with an instrument of every status, and markup in all that it quotes. */
function checkRecord(): string {
  const cwd = temporaryFolder('report-');
  const statuses = ['passed', 'failed', 'pending', 'invalid', 'abstained'] as const;
  const document = checkReport(
    statuses.map((status) =>
      instrument({
        instrument_id: `is-${status}`,
        status,
        reason: HOSTILE,
        findings: [checkFinding({ message: HOSTILE })],
      }),
    ),
  );
  const folder = keepRecord(cwd, 'a', { kind: 'check' }, '');
  writeFileSync(join(folder, 'check-report.json'), recordJson(document));
  return cwd;
}

/** Prices of a symbol whose name is markup. */
function hostilePrices(): string {
  const file = join(temporaryFolder(), 'prices.csv');
  const rows = Array.from({ length: 60 }, (_, bar) => {
    const day = new Date(Date.UTC(2024, 0, 1 + bar)).toISOString().slice(0, 10);
    return `${day},"${HOSTILE.replaceAll('"', '""')}",${100 + (bar % 7)}`;
  });
  writeFileSync(file, ['date,symbol,close', ...rows, ''].join('\n'));
  return file;
}

function faultPlan(): string {
  return join(import.meta.dirname, '../../../examples/faults/everything.json');
}
