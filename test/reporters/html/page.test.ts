import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../../src/reporters/html/htmlReport.ts';
import { escapeHtml, html, scriptJson } from '../../../src/reporters/html/markup.ts';
import { page } from '../../../src/reporters/html/page.ts';
import { bad } from '../../harness/sweep/support.ts';
import { check, checkFinding, hostileRun, instrument, HOSTILE as MARKUP, sweep } from '../documents.ts';

const HOSTILE = '</script><script>alert("1")</script><!-- & \u2028';

describe('markup', () => {
  it('escapes every value that it is given, and no markup twice', () => {
    expect(html`<p title="${HOSTILE}">${[html`<b>${'<i>'}</b>`, '&', 1, null]}</p>`.text).toBe(
      '<p title="&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;!-- &amp; \u2028"><b>&lt;i&gt;</b>&amp;1</p>',
    );
    expect(escapeHtml('\'"')).toBe('&#39;&quot;');
  });

  it('leaves nothing in a script element that could end it, and loses nothing', () => {
    const text = scriptJson(JSON.stringify({ [HOSTILE]: HOSTILE }));
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual({ [HOSTILE]: HOSTILE });
  });
});

describe('a page full of markup', () => {
  const assets = { script: 'void 0', style: 'p {}' };

  it.each([
    ['a run', hostileRun()],
    ['a sweep', sweep([{ ...bad(0, 'failed', 'agent_protocol_violation'), code: MARKUP, command: MARKUP }])],
    [
      'a check',
      check(
        instrument({
          status: 'failed',
          reason: MARKUP,
          title: MARKUP,
          findings: [checkFinding({ message: MARKUP, fix: MARKUP })],
        }),
      ),
    ],
  ])('of %s has no element but its own', (_, document) => {
    const text = [...htmlReport(document, assets)].join('');
    expect(text.match(/<\/?script\b/g)).toHaveLength(4);
    expect(text).not.toMatch(/<img|<!--/);
    const [, json = ''] = /id="data">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(json)).toMatchObject({ kind: expect.any(String) });
  });
});

describe('the policy of a page', () => {
  const assets = { script: 'document.title = "é"', style: 'body { color: red }' };
  const text = [...page({ title: HOSTILE, body: [], data: ['{}'] }, assets)].join('');
  const digest = (part: string) => `sha256-${createHash('sha256').update(part).digest('base64')}`;

  it('lets its own script and style through, by their digests, and nothing else', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
    expect(policy.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; script-src '${digest(assets.script)}'; style-src '${digest(assets.style)}'; base-uri 'none'; form-action 'none'`,
    );
  });

  it('stands before anything that it is to hold back', () => {
    expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<title>'));
    expect(text).toContain('<title>&lt;/script&gt;');
  });

  it('names no address to load from', () => {
    expect(text).not.toMatch(/(src|href)=|url\(|@import/);
  });
});
