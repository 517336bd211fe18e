/** Unread counts. */
import { sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { conversationMembers } from '../../platform/db/schema/messages';
import { notifications } from '../../platform/db/schema/notifications';
import type { Client } from '../../platform/http/client';
import { publishAll } from '../../platform/outbox/publish';
import { rightsSql } from '../../platform/rights';
import { isNotificationVisible, lastCountryOf } from './visibility';

export interface Unread {
  conversations: number;
  notifications: number;
}

type Row = Unread & { id: string };

/** Counts rows up to the display limit. */
const countUpToLimit = (rows: SQL): SQL =>
  sql`(select count(*)::int from (select ${rows} limit ${sql.raw(String(limits.unreadCountedMax))}) counted)`;

/** Prepared counts per account, with `country` as the account's country. */
const prepareCounts = <Values extends object>(name: string, country: SQL) =>
  preparedForEach<Values & { ids: readonly string[] }, Row>(
    name,
    (requested) => sql`
      select requested.id,
        ${countUpToLimit(sql`from ${conversationMembers} m where m.account_id = requested.id and m.unread > 0`)} as conversations,
        ${countUpToLimit(sql`from ${notifications} n where n.account_id = requested.id and n.is_listed and n.read_at is null
          and ${isNotificationVisible(sql`n`, { rights: sql`viewer.rights`, country: sql`viewer.country` })}`)} as notifications
      from ${requested} requested
        -- Once per account, not per row.
        cross join lateral (select ${rightsSql(sql`requested.id`)} as rights, ${country} as country offset 0) viewer`,
  );
const countForCountry = prepareCounts<{ country: string | null }>('unread_here', sql`${sql.placeholder('country')}::text`);
const countForLastCountry = prepareCounts('unread', lastCountryOf(sql`requested.id`));

/** The unread conversations and notifications of an account, up to the display limit, as seen from the client's country. */
export async function unreadOf(ctx: Pick<Context, 'db'>, accountId: string, { country }: Pick<Client, 'country'>): Promise<Unread> {
  const [row] = await countForCountry(ctx.db, { ids: [accountId], country });
  return { conversations: row?.conversations ?? 0, notifications: row?.notifications ?? 0 };
}

/** Emits the unread counts to all devices of an account, in the transaction that changed them. */
export const publishUnreadCounts = (tx: Context, accountId: string): Promise<void> => publishUnreadCountsOf(tx, [accountId]);

/** `publishUnreadCounts` for many accounts, in two statements. */
export async function publishUnreadCountsOf(tx: Context, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const rows = await countForLastCountry(tx.db, { ids: accountIds });
  const events = rows.map(({ id, conversations, notifications: listed }) => ({
    rooms: [`account:${id}` as const],
    payload: { conversations, notifications: listed },
  }));
  await publishAll(tx, 'unread/changed', events);
}
