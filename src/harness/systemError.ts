/** What the system answered, `ENOSPC` say; of any other error its text. */
export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
