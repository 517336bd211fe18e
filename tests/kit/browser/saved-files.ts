/** Files that pages offer for download. */
import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';
import type { Visitor } from './visitor';

/** The bytes of a download: streamed, because the browser may run in another process. */
export const downloadBytes = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Presses the control that downloads a file, and returns the file's text. */
export async function downloadText(visitor: Visitor, name: string): Promise<string> {
  const downloadStarted = visitor.page.waitForEvent('download');
  await visitor.press(name);
  return (await downloadBytes(await downloadStarted)).toString('utf8');
}
