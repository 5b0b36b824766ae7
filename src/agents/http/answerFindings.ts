import { type Diagnostic, diagnostic } from '../../kernel/diagnostic.ts';
import { limits } from '../../kernel/limits.ts';
import { printableShort } from '../../kernel/printable.ts';
import { excerpt } from '../excerpt.ts';
import { type Failure, type Headers, headerText, type Response } from './exchange.ts';

const NONE: readonly Diagnostic[] = [];

/**
 * What stands beside the verdict (page 6.1): the reference parses the body whatever the
 * status and the headers say, so none of this changes it.
 */
export function answerFindings(
  response: Response,
  failures: readonly Failure[],
  step: number,
): readonly Diagnostic[] {
  const { status, headers, body } = response;
  const type = headerText(headers, 'content-type');
  if (failures.length === 0 && status === 200 && body.length > 0 && isJson(type) && !isEncoded(headers))
    return NONE;
  const findings: Diagnostic[] = [];
  if (failures.length > 0) findings.push(retried(failures, step));
  if (status >= 300 && status < 400) findings.push(redirect(response, step));
  else if (status !== 200) findings.push(oddStatus(response, step));
  if (body.length === 0) {
    findings.push(diagnostic('http-no-body', 'warning', { step }, { facts: { status } }));
    return findings;
  }
  if (!isJson(type)) findings.push(contentType(response, type, step));
  if (isEncoded(headers)) findings.push(contentEncoding(headers, step));
  return findings;
}

function retried(failures: readonly Failure[], step: number): Diagnostic {
  const causes = failures.map((each) => each.code);
  return diagnostic(
    'http-retried',
    'warning',
    { step },
    { found: causes[0] ?? null, facts: { attempts: failures.length + 1, causes } },
  );
}

function redirect({ status, headers }: Response, step: number): Diagnostic {
  const location = headerText(headers, 'location');
  return diagnostic(
    'http-redirect',
    'warning',
    { step },
    {
      found: location === null ? null : printableShort(location, limits.excerptChars),
      accepted: ['200'],
      facts: { status },
    },
  );
}

function oddStatus({ status, body }: Response, step: number): Diagnostic {
  return diagnostic(
    'http-status',
    'warning',
    { step },
    {
      found: String(status),
      accepted: ['200'],
      facts: { status, body: body.length === 0 ? '' : excerpt(body) },
    },
  );
}

function contentType({ body }: Response, type: string | null, step: number): Diagnostic {
  return diagnostic(
    'http-content-type',
    'warning',
    { step },
    {
      found: type === null ? null : printableShort(type, limits.excerptChars),
      accepted: ['application/json'],
      facts: { html: /^\s*<(!doctype|html)/i.test(excerpt(body)) },
    },
  );
}

function contentEncoding(headers: Headers, step: number): Diagnostic {
  const encoding = headerText(headers, 'content-encoding') ?? '';
  return diagnostic(
    'http-content-encoding',
    'warning',
    { step },
    { found: printableShort(encoding, limits.excerptChars), accepted: ['no content encoding'] },
  );
}

function isJson(type: string | null): boolean {
  return type === 'application/json' || (type !== null && JSON_TYPE.test(type));
}

const JSON_TYPE = /^\s*(application|text)\/([\w.-]+\+)?json\s*(;|$)/i;

function isEncoded(headers: Headers): boolean {
  const encoding = headerText(headers, 'content-encoding');
  return encoding !== null && encoding.trim().toLowerCase() !== 'identity';
}
