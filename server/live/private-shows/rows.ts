/** Requests for private shows: API representation, events and row access. Holds are read from the ledger in one query for all requests. */
import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { ServerEvents } from '@contract/kernel/events';
import { PrivateRequest } from '@contract/live/live';
import type { Context } from '../../platform/context';
import { privateRequests } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import { heldFor, walletOf } from '../../money/ledger/chart';
import { balancesOf } from '../../money/ledger/ledger';
import { publish } from '../../platform/outbox/publish';
import { peopleByIds } from '../../people/people/rows';

export type RequestRow = typeof privateRequests.$inferSelect;
export type RequestResponse = z.output<typeof PrivateRequest>;

/** Requests by id. */
export async function requestResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, RequestResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(privateRequests)
    .where(inArray(privateRequests.id, [...ids]));
  const people = await peopleByIds(ctx, [...new Set(rows.flatMap(({ userId, performerId }) => [userId, performerId]))]);
  const active = rows.filter(({ status }) => status === 'accepted');
  const balances = await balancesOf(
    ctx,
    active.flatMap(({ id, userId }) => [heldFor(id), walletOf(userId)]),
  );
  return new Map(
    rows.flatMap((row) => {
      const [user, performer] = [people.get(row.userId), people.get(row.performerId)];
      if (!user || !performer) return [];
      const held = balances.get(heldFor(row.id)) ?? 0n;
      const available = held + (balances.get(walletOf(row.userId)) ?? 0n);
      const response: RequestResponse = {
        _id: row.id,
        conversationId: row.conversationId,
        streamId: row.streamId,
        user,
        performer,
        status: row.status,
        note: row.note,
        pricePerMinute: row.minuteCents,
        minimumMinutes: row.minimumMinutes,
        held,
        minutesBilled: row.minutesBilled,
        amountBilled: row.billedCents,
        commission: row.commissionCents,
        earning: row.earningCents,
        minutesLeft: row.status === 'accepted' ? Number(available / row.minuteCents) : null,
        expiresAt: row.expiresAt,
        startedAt: row.startedAt,
        endedAt: row.endedAt,
        endReason: row.endReason,
        createdAt: row.createdAt,
      };
      return [[row.id, response] as const];
    }),
  );
}

/** One request. Rejects with private_request_not_found. */
export const requestResponse = async (ctx: Context, id: string): Promise<RequestResponse> =>
  (await requestResponses(ctx, [id])).get(id) ?? fail('private_request_not_found');

type RequestEvent = Exclude<Extract<keyof ServerEvents, `private-request/${string}`>, 'private-request/billed'>;

/** Publishes the state of a request to its participants, in the transaction that changed it, and returns the request. */
export async function publishRequest(tx: Context, name: RequestEvent, id: string): Promise<RequestResponse> {
  const response = await requestResponse(tx, id);
  const [fan, performer] = [`account:${response.user._id}` as const, `account:${response.performer._id}` as const];
  await publish(tx, name, name === 'private-request/created' ? [performer] : [fan, performer], PrivateRequest.encode(response));
  return response;
}

/** A request, locked until the transaction ends; null when it does not exist. */
export async function lockRequest(tx: Context, id: string): Promise<RequestRow | null> {
  const [row] = await tx.db.select().from(privateRequests).where(eq(privateRequests.id, id)).for('update');
  return row ?? null;
}

/** Updates a locked request. */
export async function changeRequest(tx: Context, id: string, changes: Partial<RequestRow>): Promise<RequestRow> {
  const [row] = await tx.db
    .update(privateRequests)
    .set({ ...changes, updatedAt: tx.clock.now() })
    .where(eq(privateRequests.id, id))
    .returning();
  return row ?? fail('private_request_not_found');
}
