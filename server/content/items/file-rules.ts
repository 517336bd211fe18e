/** Access rules for files of published items, by the object that uses the file. */
import { digitalOrderState } from '../entitlements/entitlements';
import type { FileRule, FileRules } from '../entitlements/files';
import { isPostFileVisible } from './feed-rows';
import { entitlementToItem } from './access';

const itemRule: FileRule = async (ctx, viewer, client, row) => (await entitlementToItem(ctx, viewer, client, row.attachedId)).state;

/** A file that was removed from a post is only for fans who bought the post before. */
const postRule: FileRule = async (ctx, viewer, client, row) => {
  const access = await itemRule(ctx, viewer, client, row);
  return access === 'closed' || (await isPostFileVisible(ctx, viewer, row.attachedId, row.id)) ? access : 'closed';
};

/**
 * Images of a product are as visible as the product. Its digital file is for buyers, also after the product was hidden or deleted, but not
 * when there is a block. Previous versions of the file remain open to buyers too.
 */
const productRule: FileRule = async (ctx, viewer, client, row) => {
  const { state } = await entitlementToItem(ctx, viewer, client, row.attachedId);
  if (row.type !== 'product-digital' || state !== 'open') return state;
  return viewer !== null && (await digitalOrderState(ctx, viewer.id, row.attachedId)) === 'paid' ? 'open' : 'closed';
};

export const itemFileRules: FileRules = { feed: postRule, video: itemRule, photo: itemRule, product: productRule };
