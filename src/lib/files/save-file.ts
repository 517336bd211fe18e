/** Without it, Excel reads a CSV file in the system's encoding. Browsers drop it when they decode a response. */
const byteOrderMark = '\ufeff';

/** Makes the browser save a text as a file. */
export function saveFile(name: string, text: string, type = 'text/csv'): void {
  const url = URL.createObjectURL(new Blob([type === 'text/csv' && !text.startsWith(byteOrderMark) ? byteOrderMark : '', text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a URL whose response has `content-disposition: attachment`. The page stays open. */
export function downloadUrl(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.rel = 'noopener noreferrer';
  link.click();
}
