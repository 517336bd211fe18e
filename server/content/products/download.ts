/** The file of a product on its way to whoever may have it. */
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { items, orders, products } from '../../platform/db/schema/schema';
import { orderOfFile } from '../../entitlements/entitlements';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { privateAddress } from '../../platform/media/links';
import { downloadName } from '../../platform/media/pictures/variants';
import { entitlementToItem } from '../../modules/items/items';
import { mayDo } from '../../platform/rights';

/** Counts a download with the buyer's latest order. */
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
 * An address that gives the file of a product to the caller alone, in her own session and for some minutes; who has bought it is
 * counted. It is always the file that the product has now. Refuses with product_not_found, also behind a block, with not_digital
 * where there is no file, with purchase_required, and with purchase_withheld while the caller owes its price.
 */
export async function downloadLink(
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
  const order = await orderOfFile(ctx, actor.id, id);
  if (order !== 'holds' && actor.id !== product.performerId && !mayDo(actor, 'content.moderate'))
    return fail(order === 'withheld' ? 'purchase_withheld' : 'purchase_required');
  if (order === 'holds') await countDownload(ctx, actor.id, id);
  const now_s = Math.floor(ctx.clock.now().getTime() / second_ms);
  return {
    downloadLink: privateAddress(ctx, product.fileId, downloadName, actor.id),
    expiresAt: new Date((now_s + limits.mediaLink_s) * second_ms),
  };
}
