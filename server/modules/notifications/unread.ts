/** How much somebody has not read yet. */
import { sql } from 'drizzle-orm';
import type { Context } from '../../context';
import { prepared } from '../../db/prepared';
import { accounts, conversationMembers, notifications } from '../../db/schema/schema';
import { publish, publishAll } from '../../outbox/publish';
import { standApart } from '../blocking/blocking';

export interface Unread {
  conversations: number;
  notifications: number;
}

const countUnread = prepared<{ accountIds: string[] }, Unread & { account_id: string }>(
  'unread',
  sql`
    select asked.account_id,
      (select count(*)::int from ${conversationMembers} m where m.account_id = asked.account_id and m.unread > 0) as conversations,
      (select count(*)::int from ${notifications} n where n.account_id = asked.account_id and n.is_listed and n.read_at is null
        and (n.actor_id is null or exists (select from ${accounts} o where o.id = n.account_id and o.role = 'operator') or (not ${standApart(sql`n.account_id`, sql`n.actor_id`)}
          and not exists (select from ${accounts} a where a.id = n.actor_id and a.status = 'suspended')))) as notifications
    from unnest(${sql.placeholder('accountIds')}::uuid[]) asked(account_id)`,
);

/** How many conversations and notifications of an account hold something unread. */
export async function unreadOf(ctx: Pick<Context, 'db'>, accountId: string): Promise<Unread> {
  const [row] = await countUnread(ctx.db, { accountIds: [accountId] });
  return { conversations: row?.conversations ?? 0, notifications: row?.notifications ?? 0 };
}

/** Tells all devices of an account how much is unread now, in the transaction that changed it. */
export async function tellUnread(tx: Context, accountId: string): Promise<Unread> {
  const unread = await unreadOf(tx, accountId);
  await publish(tx, 'unread/changed', [`account:${accountId}`], unread);
  return unread;
}

/** The same for many accounts, in two statements. */
export async function tellUnreadTo(tx: Context, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = await countUnread(tx.db, { accountIds: [...accountIds] });
  const events = rows.map(({ account_id, conversations, notifications: listed }) => ({
    rooms: [`account:${account_id}` as const],
    payload: { conversations, notifications: listed },
  }));
  await publishAll(tx, 'unread/changed', events);
}
