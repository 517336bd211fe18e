/** Files that pages hand to their reader. */
import { readFile } from 'node:fs/promises';
import type { Visitor } from './visitor';

/** Presses what saves a file, and answers what was saved. */
export async function saved(visitor: Visitor, name: string): Promise<string> {
  const coming = visitor.page.waitForEvent('download');
  await visitor.press(name);
  return readFile(await (await coming).path(), 'utf8');
}
