/** What receivers of a message to many hear of it by socket: a statement for all of them, whatever their number. */
import { sql } from 'drizzle-orm';
import type { HostEventName } from '@contract/events';
import type { Context } from '../../context';
import { conversationMembers, notifications } from '../../db/schema/schema';
import { publishing } from '../../outbox/publish';

/** An event for one account. */
export interface ToldOne {
  accountId: string;
  payload: object;
}

const atOf = (tx: Context) => sql`${tx.clock.now().toISOString()}::timestamptz`;

/** Publishes an event of one kind to many, to each her own, in the transaction of `tx`. */
export async function tellMany(tx: Context, name: HostEventName, told: readonly ToldOne[]): Promise<void> {
  if (told.length === 0) return;
  const events = told.map(({ accountId, payload }) => ({ id: tx.chance.id(), room: `account:${accountId}`, payload }));
  const source = sql`select one.id, array[one.room] as rooms, one.payload from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) one(id uuid, room text, payload jsonb)`;
  await tx.db.execute(publishing(name, source, atOf(tx)));
  tx.afterCommit(tx.bell.ring);
}

/** Tells many how much is unread now, in the transaction that changed it. */
export async function tellUnreadMany(tx: Context, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const accounts = accountIds.map((accountId) => ({ id: tx.chance.id(), account_id: accountId }));
  const source = sql`
    select one.id, array['account:' || one.account_id] as rooms, jsonb_build_object(
      'conversations', (select count(*)::int from ${conversationMembers} m where m.account_id = one.account_id and m.unread > 0),
      'notifications', (select count(*)::int from ${notifications} n where n.account_id = one.account_id and n.is_listed and n.read_at is null)
    ) as payload from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) one(id uuid, account_id uuid)`;
  await tx.db.execute(publishing('unread/changed', source, atOf(tx)));
  tx.afterCommit(tx.bell.ring);
}
