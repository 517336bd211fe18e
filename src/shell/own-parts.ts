/** What stands around a page for those who are signed in alone, brought before they arrive: what came later would push the page down. */
import { ownPills } from './layouts/own-pill';
import { ownWays } from './layouts/primary-layout';
import { ownNotices } from './notice-stack';

/** What `next/dynamic` makes can be brought ahead, which its types do not say. Imported by itself, the same code would be another file. */
const isLate = (part: object): part is { preload: () => Promise<unknown> } => 'preload' in part;
const bringAhead = async (part: object): Promise<unknown> => (isLate(part) ? part.preload() : undefined);

export async function loadOwnParts(): Promise<void> {
  await Promise.allSettled([...ownPills, ...ownWays, ...ownNotices].map(bringAhead));
}
