/** Downloads of product files. */
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { orders, products } from '../../platform/db/schema/store';
import { digitalOrderState } from '../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { signedUrl } from '../../platform/media/links';
import { downloadName } from '../../platform/media/pictures/variants';
import { entitlementToItem } from '../items/access';
import { hasRight } from '../../platform/rights';

/** Counts a download on the buyer's latest order. */
async function countDownload(ctx: Context, buyerId: string, productId: string): Promise<void> {
  const latest = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.productId, productId), eq(orders.userId, buyerId), ne(orders.deliveryStatus, 'refunded')))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  await ctx.db
    .update(orders)
    .set({ downloads: sql`${orders.downloads} + 1` })
    .where(inArray(orders.id, latest));
}

/**
 * A link to the current file of a product that works for a few minutes, only for the caller and with their session. Downloads by buyers
 * are counted. Rejects with product_not_found, also when there is a block, with not_digital if there is no file, with purchase_required,
 * and with purchase_withheld while the caller owes the price.
 */
export async function createDownloadLink(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
): Promise<{ downloadLink: string; expiresAt: Date }> {
  const [product] = await ctx.db
    .select({ performerId: items.performerId, fileId: products.fileId })
    .from(products)
    .innerJoin(items, eq(items.id, products.itemId))
    .where(eq(products.itemId, id));
  if (!product || (await entitlementToItem(ctx, actor, client, id)).state !== 'open') return fail('product_not_found');
  if (product.fileId === null) return fail('not_digital');
  const orderState = await digitalOrderState(ctx, actor.id, id);
  if (orderState !== 'paid' && actor.id !== product.performerId && !hasRight(actor, 'content.moderate'))
    return fail(orderState === 'withheld' ? 'purchase_withheld' : 'purchase_required');
  if (orderState === 'paid') await countDownload(ctx, actor.id, id);
  const now_s = Math.floor(ctx.clock.now().getTime() / second_ms);
  return {
    downloadLink: signedUrl(ctx, product.fileId, downloadName, actor.id),
    expiresAt: new Date((now_s + limits.mediaLink_s) * second_ms),
  };
}
