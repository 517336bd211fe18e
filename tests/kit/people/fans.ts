/** Many fans, files and purchases for tests, inserted directly into the tables. */
import { accounts } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { charges, earnings } from '@server/platform/db/schema/money';
import { follows } from '@server/platform/db/schema/responses';
import type { TestHost } from '../host/test-host';

/** Accounts of fans as rows only, without sign-up. */
export async function addFans(testHost: TestHost, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => testHost.ctx.random.id());
  const now = testHost.clock.now();
  await testHost.ctx.db
    .insert(accounts)
    .values(
      ids.map((id) => ({ id, role: 'user' as const, username: `crowd-${id.slice(-12)}`, name: 'Crowd', createdAt: now, updatedAt: now })),
    );
  return ids;
}

/** Makes the fans follow a performer. */
export async function addFollows(testHost: TestHost, ids: readonly string[], performerId: string): Promise<void> {
  const createdAt = testHost.clock.now();
  await testHost.ctx.db
    .insert(follows)
    .values(ids.map((followerId) => ({ id: testHost.ctx.random.id(), followerId, performerId, createdAt })));
}

/** Fans who follow a performer. */
export async function addFollowers(testHost: TestHost, count: number, performerId: string): Promise<string[]> {
  const ids = await addFans(testHost, count);
  await addFollows(testHost, ids, performerId);
  return ids;
}

/** A photo or video that an account has uploaded for a message. */
export async function addMessageFile(
  testHost: TestHost,
  ownerId: string,
  changes: Partial<typeof files.$inferInsert> = {},
): Promise<string> {
  const id = testHost.ctx.random.id();
  await testHost.ctx.db.insert(files).values({
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
    createdAt: testHost.clock.now(),
    ...changes,
  });
  return id;
}

/** A purchase as rows only; no money moves in the ledger. */
export async function addSale(
  testHost: TestHost,
  sale: { userId: string; performerId: string; targetId: string; type: 'message' | 'tip'; cents: bigint },
): Promise<string> {
  const [id, now] = [testHost.ctx.random.id(), testHost.clock.now()];
  const { userId, performerId, type, cents } = sale;
  const split = { commissionRate: 0.2, commissionCents: cents / 5n };
  const dates = { createdAt: now, updatedAt: now };
  await testHost.ctx.db.insert(charges).values({
    id,
    ...split,
    ...dates,
    userId,
    performerId,
    type,
    targetId: sale.targetId,
    priceCents: cents,
    earningCents: cents - cents / 5n,
    balanceAfterCents: 0n,
    transferId: testHost.ctx.random.id(),
  });
  await testHost.ctx.db.insert(earnings).values({
    id: testHost.ctx.random.id(),
    ...split,
    ...dates,
    userId,
    performerId,
    type,
    chargeId: id,
    grossCents: cents,
    netCents: cents - cents / 5n,
    source: 'wallet',
    availableAt: now,
  });
  return id;
}
