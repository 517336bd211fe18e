/** Excel takes a spreadsheet without it for the system's own encoding. Browsers drop it from the text of an answer. */
const byteOrderMark = '\ufeff';

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, text: string, type = 'text/csv'): void {
  const address = URL.createObjectURL(
    new Blob([type === 'text/csv' && !text.startsWith(byteOrderMark) ? byteOrderMark : '', text], { type }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Has the browser save what is at an address, which says itself that it is to be saved. The page stays. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener noreferrer';
  link.click();
}
