/** Crowds of fans, files and purchases for tests, written straight into the tables. */
import { accounts, charges, earnings, files, follows } from '@server/platform/db/schema/schema';
import type { World } from '../host/test-host';

/** Fans whom nobody signed up. */
export async function addCrowd(world: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => world.ctx.chance.id());
  const now = world.clock.now();
  await world.ctx.db
    .insert(accounts)
    .values(
      ids.map((id) => ({ id, role: 'user' as const, username: `crowd-${id.slice(-12)}`, name: 'Crowd', createdAt: now, updatedAt: now })),
    );
  return ids;
}

/** Lets them follow a performer. */
export async function letFollow(world: World, ids: readonly string[], performerId: string): Promise<void> {
  const createdAt = world.clock.now();
  await world.ctx.db.insert(follows).values(ids.map((followerId) => ({ id: world.ctx.chance.id(), followerId, performerId, createdAt })));
}

/** Fans who follow a performer. */
export async function addFollowers(world: World, count: number, performerId: string): Promise<string[]> {
  const ids = await addCrowd(world, count);
  await letFollow(world, ids, performerId);
  return ids;
}

/** A picture or video of somebody's that was uploaded for a message. */
export async function addMessageFile(world: World, ownerId: string, changes: Partial<typeof files.$inferInsert> = {}): Promise<string> {
  const id = world.ctx.chance.id();
  await world.ctx.db.insert(files).values({
    id,
    ownerId,
    type: 'message-photo',
    name: 'me.jpg',
    mimeType: 'image/webp',
    size: 1,
    width: 1,
    height: 1,
    status: 'finished',
    progress: 100,
    blur: 'data:image/webp;base64,AA==',
    variants: [{ name: 'full', key: `files/${id}/full`, contentType: 'image/webp', size: 1, width: 1, height: 1 }],
    createdAt: world.clock.now(),
    ...changes,
  });
  return id;
}

/** A purchase as the books of sales have it; no money moves. */
export async function addSale(
  world: World,
  sale: { userId: string; performerId: string; targetId: string; type: 'message' | 'tip'; cents: bigint },
): Promise<string> {
  const [id, now] = [world.ctx.chance.id(), world.clock.now()];
  const { userId, performerId, type, cents } = sale;
  const split = { commissionRate: 0.2, commissionCents: cents / 5n };
  const dates = { createdAt: now, updatedAt: now };
  await world.ctx.db.insert(charges).values({
    ...{ id, ...split, ...dates, userId, performerId, type },
    targetId: sale.targetId,
    priceCents: cents,
    earningCents: cents - cents / 5n,
    balanceAfterCents: 0n,
    transferId: world.ctx.chance.id(),
  });
  await world.ctx.db.insert(earnings).values({
    ...{ id: world.ctx.chance.id(), ...split, ...dates, userId, performerId, type },
    chargeId: id,
    grossCents: cents,
    netCents: cents - cents / 5n,
    source: 'wallet',
    availableAt: now,
  });
  return id;
}
