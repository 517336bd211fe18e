/** Something published, for tests that are about what people do with it: its rows alone, without files. */
import type { ItemChanges } from '@contract/content/content';
import type { UnlockType } from '@contract/values';
import { inTransaction } from '@server/platform/context';
import { feeds, galleries, videos } from '@server/platform/db/schema/schema';
import { createItem, relist } from '@server/modules/items/items';
import type { World } from '../host/test-host';

/** Publishes an item, public unless the changes say otherwise, and answers its id. */
export function published(
  world: World,
  { id: performerId }: { id: string },
  kind: UnlockType = 'feed',
  changes: ItemChanges = { audience: 'public' },
  title = 'Something to look at',
): Promise<string> {
  return inTransaction(world.ctx, async (tx) => {
    const made = { performerId, title, body: '', changes, readiness: 'ready', isPinned: false } as const;
    const { id: itemId } = await createItem(tx, kind === 'feed' ? { ...made, kind, feedType: 'text' } : { ...made, kind });
    if (kind === 'feed') await tx.db.insert(feeds).values({ itemId });
    if (kind === 'gallery') await tx.db.insert(galleries).values({ itemId });
    if (kind === 'video') await tx.db.insert(videos).values({ itemId });
    await relist(tx, itemId);
    return itemId;
  });
}
