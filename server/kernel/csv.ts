/** CSV (RFC 4180) that is safe to open in a spreadsheet. */

type Cell = string | number;

/** Without it Excel assumes the system's legacy encoding. */
const byteOrderMark = '\ufeff';

/** Amounts such as -5.00 begin like formulas but aren't. */
const amountPattern = /^-[\d.]+$/;
/**
 * Positions where a spreadsheet could begin a formula: the start of a cell, and after each character at which it may split cells.
 * German Excel splits at semicolons, and ignores the quotation marks around our cell there. Full-width operators count too, and
 * spaces and quotation marks before an operator are skipped.
 */
const formulaStarts = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: Cell): string {
  const text = String(value);
  const safe = amountPattern.test(text) ? text : text.replaceAll(formulaStarts, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** The lines of a CSV file, generated while they are sent; the first has the column names. Every export uses it. */
export async function* csvFile<T>(
  columns: readonly string[],
  rows: AsyncIterable<T>,
  cellsOf: (row: T) => readonly Cell[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  for await (const row of rows) yield csvLine(cellsOf(row));
}

/** Like `csvFile`, for rows in memory. */
export const csvText = (columns: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  byteOrderMark + [columns, ...rows].map(csvLine).join('');
