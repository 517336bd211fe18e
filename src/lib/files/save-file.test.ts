/** Files that the browser saves. */
import { saveFile } from './save-file';

/** The saved bytes as UTF-8 text, including the byte order mark. */
async function saved(name: string, text: string, type?: string): Promise<string> {
  const blobs: Blob[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  URL.createObjectURL = (blob) => {
    blobs.push(blob as Blob);
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  saveFile(name, text, type);
  return Buffer.from(await (blobs[0] ?? new Blob()).arrayBuffer()).toString('utf8');
}

it('a CSV file starts with exactly one byte order mark', async () => {
  expect(await saved('wallet.csv', 'Date\r\nü')).toBe('\ufeffDate\r\nü');
  expect(await saved('wallet.csv', '\ufeffDate')).toBe('\ufeffDate');
});

it('other files are saved unchanged', async () => {
  expect(await saved('codes.txt', 'ü', 'text/plain')).toBe('ü');
});
