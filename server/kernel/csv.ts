/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

type Cell = string | number;

/** Excel takes a file without it for the system's own encoding. */
const byteOrderMark = '\ufeff';

/** An amount such as -5.00 begins like a formula and is none. */
const isAmount = /^-[\d.]+$/;
/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after each sign at which it may split one. German Excel
 * splits a file at semicolons, and there the quotation marks around our cell do not count. Full-width signs are signs too, and
 * spaces and quotation marks before a sign are passed over.
 */
const formulaStarts = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: Cell): string {
  const text = String(value);
  const safe = isAmount.test(text) ? text : text.replaceAll(formulaStarts, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The lines of a file with the names of its columns first, made while they are sent. Every export is made here. */
export async function* csvFile<T>(
  columns: readonly string[],
  rows: AsyncIterable<T>,
  cellsOf: (row: T) => readonly Cell[],
): AsyncGenerator<string> {
  yield byteOrderMark + line(columns);
  for await (const row of rows) yield line(cellsOf(row));
}

/** The same of rows that are at hand. */
export const csvText = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + [columns, ...rows].map(line).join('');
