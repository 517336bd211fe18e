/** Without it, Excel reads a CSV file in the system's encoding. Browsers drop it when they decode a response. */
const byteOrderMark = '\ufeff';

/** Has the browser save a text as a file. */
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

/** Downloads a URL whose response has `content-disposition: attachment`. The page stays open. */
export function downloadUrl(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener noreferrer';
  link.click();
}
