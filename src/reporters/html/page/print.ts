/** Calls one before the page is laid out for paper, and the other once it is back on the screen. */
export function onPrint(before: () => void, after: () => void): void {
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
}
