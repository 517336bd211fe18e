/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/** Spreadsheets run a cell that begins like this as a formula; an amount such as -5.00 is none. */
const looksLikeFormula = /^[=+@\t\r]|^-(?![\d.]+$)/;

function cell(value: string | number): string {
  const text = String(value);
  const safe = looksLikeFormula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of a file, with its end. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;
