/** How much somebody has not read yet. */
import { sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { conversationMembers, notifications } from '../../platform/db/schema/schema';
import type { Client } from '../../platform/http/client';
import { publishAll } from '../../platform/outbox/publish';
import { heldBy } from '../../platform/rights';
import { isShown, lastPlaceOf } from '../../people/notifications/visibility';

export interface Unread {
  conversations: number;
  notifications: number;
}

type Row = Unread & { id: string };

/** How many rows a selection has, of those that are counted. */
const counted = (rows: SQL): SQL => sql`(select count(*)::int from (select ${rows} limit ${sql.raw(String(limits.unreadCountedMax))}) few)`;

/** Counts for accounts, each where `country` says that she is. */
const counting = <Values extends object>(name: string, country: SQL) =>
  preparedForEach<Values & { ids: readonly string[] }, Row>(
    name,
    (asked) => sql`
      select asked.id,
        ${counted(sql`from ${conversationMembers} m where m.account_id = asked.id and m.unread > 0`)} as conversations,
        ${counted(sql`from ${notifications} n where n.account_id = asked.id and n.is_listed and n.read_at is null
          and ${isShown(sql`n`, { rights: sql`her.rights`, country: sql`her.country` })}`)} as notifications
      from ${asked} asked
        -- Asked once for each account and not for each row of hers.
        cross join lateral (select ${heldBy(sql`asked.id`)} as rights, ${country} as country offset 0) her`,
  );
const countHere = counting<{ country: string | null }>('unread_here', sql`${sql.placeholder('country')}::text`);
const countAnywhere = counting('unread', lastPlaceOf(sql`asked.id`));

/** How many conversations and notifications of an account hold something unread, up to the limit, seen from where `client` is. */
export async function unreadOf(ctx: Pick<Context, 'db'>, accountId: string, { country }: Pick<Client, 'country'>): Promise<Unread> {
  const [row] = await countHere(ctx.db, { ids: [accountId], country });
  return { conversations: row?.conversations ?? 0, notifications: row?.notifications ?? 0 };
}

/** Tells all devices of an account how much is unread now, in the transaction that changed it. */
export const tellUnread = (tx: Context, accountId: string): Promise<void> => tellUnreadTo(tx, [accountId]);

/** The same for many accounts, in two statements. */
export async function tellUnreadTo(tx: Context, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = await countAnywhere(tx.db, { ids: accountIds });
  const events = rows.map(({ id, conversations, notifications: listed }) => ({
    rooms: [`account:${id}` as const],
    payload: { conversations, notifications: listed },
  }));
  await publishAll(tx, 'unread/changed', events);
}
