import { element } from './format.ts';

export interface PagedColumn<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly isWide?: boolean;
  /** What a click on the title sorts by; none for a column that is not sorted by. */
  readonly key?: (row: Row) => number | null;
  readonly cell: (row: Row) => string | Node;
}

const PAGE_ROWS = 50;
/** Paper gets this many of the rows that the filter lets through. */
const PRINTED_ROWS = 400;

/** A table of any length: one page of rows is in the document at a time. */
export class PagedTable<Row> {
  readonly #rows: readonly Row[];
  readonly #columns: readonly PagedColumn<Row>[];
  readonly #body = element('tbody', '');
  readonly #place = element('span', 'place');
  readonly #previous = element('button', '', '‹ Previous');
  readonly #next = element('button', '', 'Next ›');
  readonly #titles: HTMLTableCellElement[] = [];
  #matching: readonly Row[];
  #shown: readonly Row[];
  #sort: { readonly column: number; readonly isDown: boolean } | null = null;
  #page = 0;

  constructor(host: HTMLElement, rows: readonly Row[], columns: readonly PagedColumn<Row>[], kind: string) {
    this.#rows = rows;
    // A column of numbers of which there is none says nothing.
    this.#columns = columns.filter(({ key }) => key === undefined || rows.some((row) => key(row) !== null));
    this.#matching = rows;
    this.#shown = rows;
    const table = element('table', `paged ${kind}`);
    const head = element('thead', '');
    const line = element('tr', '');
    for (const [index, column] of this.#columns.entries()) line.append(this.#title(column, index));
    head.append(line);
    table.append(head, this.#body);
    const scroll = element('div', 'scroll');
    scroll.append(table);
    const pager = element('nav', 'pager');
    pager.setAttribute('aria-label', 'pages of the table');
    for (const button of [this.#previous, this.#next]) button.type = 'button';
    this.#previous.addEventListener('click', () => this.#turn(-1));
    this.#next.addEventListener('click', () => this.#turn(1));
    this.#place.setAttribute('role', 'status');
    pager.append(this.#previous, this.#place, this.#next);
    host.replaceChildren(scroll, pager);
    this.#draw();
  }

  filter(isWanted: (row: Row, index: number) => boolean): void {
    this.#matching = this.#rows.filter(isWanted);
    this.#page = 0;
    this.#order();
  }

  /** Turns to the page of a row and marks it. */
  reveal(isIt: (row: Row) => boolean): void {
    const at = this.#shown.findIndex(isIt);
    if (at === -1) return;
    this.#page = Math.floor(at / PAGE_ROWS);
    this.#draw();
    const line = this.#body.rows[at % PAGE_ROWS];
    line?.classList.add('marked');
    line?.scrollIntoView({ block: 'center' });
  }

  showForPrint(): void {
    this.#fill(0, PRINTED_ROWS);
  }

  showPages(): void {
    this.#draw();
  }

  #title(column: PagedColumn<Row>, index: number): HTMLTableCellElement {
    const title = element('th', column.isNumber === true ? 'number' : '');
    title.scope = 'col';
    this.#titles.push(title);
    if (column.key === undefined) {
      title.textContent = column.title;
      return title;
    }
    const button = element('button', 'sort', column.title);
    button.type = 'button';
    button.addEventListener('click', () => this.#sortBy(index));
    title.append(button);
    return title;
  }

  /** Up, down, and then as it was. */
  #sortBy(column: number): void {
    const before = this.#sort;
    if (before?.column !== column) this.#sort = { column, isDown: false };
    else this.#sort = before.isDown ? null : { column, isDown: true };
    for (const [index, title] of this.#titles.entries()) {
      if (index !== this.#sort?.column) title.removeAttribute('aria-sort');
      else title.setAttribute('aria-sort', this.#sort.isDown ? 'descending' : 'ascending');
    }
    this.#page = 0;
    this.#order();
  }

  #order(): void {
    const key = this.#sort === null ? undefined : this.#columns[this.#sort.column]?.key;
    const way = this.#sort?.isDown === true ? -1 : 1;
    this.#shown =
      key === undefined ? this.#matching : [...this.#matching].sort((a, b) => compared(key(a), key(b), way));
    this.#draw();
  }

  #turn(pages: number): void {
    this.#page += pages;
    this.#draw();
  }

  #draw(): void {
    const last = Math.max(0, Math.ceil(this.#shown.length / PAGE_ROWS) - 1);
    this.#page = Math.min(Math.max(0, this.#page), last);
    this.#previous.disabled = this.#page === 0;
    this.#next.disabled = this.#page === last;
    this.#fill(this.#page * PAGE_ROWS, PAGE_ROWS);
  }

  #fill(start: number, most: number): void {
    const rows = this.#shown.slice(start, start + most);
    this.#body.replaceChildren(...rows.map((row) => this.#line(row)));
    const end = start + rows.length;
    this.#place.textContent =
      rows.length === 0 ? 'nothing matches' : `${start + 1}–${end} of ${grouped(this.#shown.length)}`;
  }

  #line(row: Row): HTMLTableRowElement {
    const line = element('tr', '');
    for (const column of this.#columns) {
      const kind = column.isNumber === true ? 'number' : column.isWide === true ? 'wide' : '';
      const cell = element('td', kind);
      cell.dataset.title = column.title;
      cell.append(column.cell(row));
      line.append(cell);
    }
    return line;
  }
}

/** What has no value stands last, whichever way. */
function compared(a: number | null, b: number | null, way: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (a - b) * way;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
