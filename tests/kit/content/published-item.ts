/** Published content without files, inserted directly into the tables. */
import type { ItemChanges } from '@contract/content/content';
import type { UnlockType } from '@contract/kernel/values/money';
import { inTransaction } from '@server/platform/context';
import { feeds, galleries, videos } from '@server/platform/db/schema/content';
import { createItem } from '@server/content/items/write';
import { syncListing } from '@server/content/items/listing';
import type { TestHost } from '../host/test-host';

/** Publishes an item, public by default, and returns its id. */
export function publishItem(
  testHost: TestHost,
  { id: performerId }: { id: string },
  kind: UnlockType = 'feed',
  changes: ItemChanges = { audience: 'public' },
  title = 'Something to look at',
): Promise<string> {
  return inTransaction(testHost.ctx, async (tx) => {
    const base = { performerId, title, body: '', changes, readiness: 'ready', isPinned: false } as const;
    const { id: itemId } = await createItem(tx, kind === 'feed' ? { ...base, kind, feedType: 'text' } : { ...base, kind });
    if (kind === 'feed') await tx.db.insert(feeds).values({ itemId });
    if (kind === 'gallery') await tx.db.insert(galleries).values({ itemId });
    if (kind === 'video') await tx.db.insert(videos).values({ itemId });
    await syncListing(tx, itemId);
    return itemId;
  });
}
