/**
 * What a date text is.
 * - `iso`: a day of the calendar, YYYY-MM-DD;
 * - `impossible`: looks like one, but there is no such day;
 * - `foreign`: a calendar date written otherwise (01/02/2024, 2024-1-2, 20240102,
 *   with a time of day, with a month's name): its byte order is not, or cannot be
 *   known to be, the order of time;
 * - `label`: anything else, an opaque name of a bar that sorts by its bytes.
 */
export type DateForm = 'iso' | 'impossible' | 'foreign' | 'label';

export function dateForm(text: string): DateForm {
  if (ISO.test(text)) return calendarDay(text) === null ? 'impossible' : 'iso';
  const trimmed = text.trim();
  if (trimmed !== text && ISO.test(trimmed)) return 'foreign';
  return FOREIGN.some((pattern) => pattern.test(trimmed)) ? 'foreign' : 'label';
}

/** Whether an ISO date is a Saturday or a Sunday; false for any other text. */
export function isWeekend(text: string): boolean {
  const day = ISO.test(text) ? calendarDay(text) : null;
  // Day 0 of this count, 0000-03-01, was a Wednesday.
  return day !== null && [3, 4].includes(day % 7);
}

const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const FOREIGN: readonly RegExp[] = [
  /^[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}(?:$|[T ,])/i,
  /^[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:[0-9]{4}|[0-9]{2})(?:$|[T ,])/i,
  /^(?:18|19|20|21)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?:$|[T ])/,
  /^[0-9]{1,4}[-/. ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/. ,]*[0-9]/i,
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/. ]+[0-9]{1,2}(?:st|nd|rd|th)?[-/. ,]+[0-9]/i,
];

/** Days since 0000-03-01 of the proleptic Gregorian calendar, or null if there is no such day. */
function calendarDay(iso: string): number | null {
  const year = Number(iso.slice(0, 4));
  const month = Number(iso.slice(5, 7));
  const day = Number(iso.slice(8, 10));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  // Years that begin in March put the leap day last, so months have fixed lengths.
  const marchYear = month < 3 ? year - 1 : year;
  const marchMonth = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const days = marchYear * 365 + leapDays + Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  return days < 0 ? days + WHOLE_CYCLE : days;
}

/** Days of 400 years: a whole number of weeks. */
const WHOLE_CYCLE = 146_097;

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
