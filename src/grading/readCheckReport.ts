import { readRecord } from '../harness/sweep/readRecord.ts';
import { diagnostic } from '../kernel/diagnostic.ts';
import { UsageError } from '../kernel/errors.ts';
import { CHECK_REPORT_VERSION, type CheckReport } from './checkReport.ts';
import { checkReport } from './checkReportSchema.ts';

/** A check report from the bytes of a file. Throws a UsageError for what is none, or of another version. */
export function readCheckReport(file: string, bytes: Uint8Array): CheckReport {
  const value = parsed(file, bytes);
  const { type, version } = (value ?? {}) as { readonly type?: unknown; readonly version?: unknown };
  if (type === 'check_report' && version !== CHECK_REPORT_VERSION) {
    const accepted = [`version ${CHECK_REPORT_VERSION}`];
    throw new UsageError(
      diagnostic(
        'check-report-version',
        'error',
        { file },
        { found: `version ${String(version)}`, accepted },
      ),
    );
  }
  const result = checkReport.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.map((part) => `/${String(part)}`).join('') ?? '';
  throw unreadable(file, `${place === '' ? 'the file' : place}: ${issue?.message ?? 'refused'}`);
}

function parsed(file: string, bytes: Uint8Array): unknown {
  try {
    return readRecord(bytes);
  } catch (error) {
    throw unreadable(file, (error as Error).message);
  }
}

function unreadable(file: string, found: string): UsageError {
  const accepted = ['the document of sbdev check'];
  return new UsageError(diagnostic('check-report-unreadable', 'error', { file }, { found, accepted }));
}
