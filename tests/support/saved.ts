/** Files that pages hand to their reader. */
import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';
import type { Visitor } from './visitor';

/** The bytes of a download: streamed, for the browser may belong to another process. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Presses what saves a file, and returns its text. */
export async function saved(visitor: Visitor, name: string): Promise<string> {
  const coming = visitor.page.waitForEvent('download');
  await visitor.press(name);
  return (await bytesOf(await coming)).toString('utf8');
}
