import { describe, expect, it } from 'vitest';
import { codeBlock, codeSpan, plainText } from '../../../src/reporters/markdown/escape.ts';
import { markdownReport } from '../../../src/reporters/markdown/markdownReport.ts';
import { bad, clean } from '../../harness/sweep/support.ts';
import { check, checkFinding, findings, hostileRun, instrument, run, sweep } from '../documents.ts';

describe('text in Markdown', () => {
  it('becomes no emphasis, link, picture, HTML, formula, table, or mention', () => {
    expect(plainText('*a* _b_ `c` [d](e) <f> & g|h ~~i~~ \\')).toBe(
      '\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) &lt;f&gt; &amp; g\\|h \\~\\~i\\~\\~ \\\\',
    );
    expect(plainText('@all $x$ #12 http://example.com www.example.com')).toBe(
      '@<!-- -->all $<!-- -->x$<!-- --> #<!-- -->12 http:<!-- -->//example.com www<!-- -->.example.com',
    );
  });

  it('stands between more backticks than it has itself', () => {
    expect(codeSpan('a``b|c')).toBe('```a``b\\|c```');
    expect(codeSpan('`a')).toBe('`` `a ``');
    expect(codeSpan('')).toBe('');
    expect(codeBlock('````\n# x')).toBe('`````text\n````\n# x\n`````');
  });
});

describe('a report in Markdown', () => {
  it('says the verdict first, then what it rests on', () => {
    const text = markdownReport(run({ findings: [findings()] }));
    expect(text.split('\n')[0]).toBe('## ✓ passed: `cmd:python3 agent.py`');
    expect(text).toContain('✓ every-step-answered · ✓ contract-clean');
    expect(text).toContain(
      '**✗ `non-finite-literal`** (2 times) step 3: NaN at /orders/0/target\\_weight is not JSON',
    );
    expect(text).toContain(`\`\`\`text\n{"target_weight": NaN}\n${' '.repeat(18)}^^^\n\`\`\``);
    expect(text).toContain('| Cell | window \\[20, 23), seed 18446744073709551615 |');
  });

  it('has no markup but its own', () => {
    const text = markdownReport(hostileRun());
    const outside = text
      .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
      .replaceAll('\\`', '')
      .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
    const tags = outside.match(/<[^>]*>/g) ?? [];
    expect(new Set(tags)).toEqual(
      new Set(['<!-- -->', '<details>', '<summary>', '</summary>', '</details>']),
    );
    expect(outside).not.toMatch(/(?<!\\)\]\(/);
    expect(outside).not.toMatch(/@(?!<!)/);
  });

  it('names the cells of a sweep, those that are not clean first', () => {
    const text = markdownReport(sweep([clean(0), bad(1, 'failed', 'agent_protocol_violation')]));
    const rows = text.split('\n').filter((line) => /^\| \d/.test(line) && line.includes('seed'));
    expect(rows[0]).toBe('| 1 | \\[20,30) seed 1 | ✗ failed | `agent_protocol_violation: x` | - | - | 1 |');
    expect(rows[1]).toContain('✓ clean');
  });

  it('names every instrument of a check', () => {
    const text = markdownReport(
      check(
        instrument(),
        instrument({
          instrument_id: 'size',
          binding: false,
          status: 'failed',
          reason: 'too large',
          findings: [checkFinding()],
        }),
      ),
    );
    expect(text).toContain('| ✓ passed | `contract-clean` | binding | every answer was accepted |');
    expect(text).toContain('| ✗ failed | `size` | advisory | too large |');
    expect(text).toContain('- source: `agent.py:12`');
    expect(text).toContain('| `contract-clean` | p95 | 0.5 ms | at most 15000 ms |');
  });

  it('is bounded, however many cells there are', () => {
    const text = markdownReport(sweep(Array.from({ length: 5_000 }, (_, at) => clean(at))));
    expect(text).toContain('and 4900 more');
    expect(text.length).toBeLessThan(30_000);
  });
});
