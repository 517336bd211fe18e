/** Visibility of notifications, shared by the list, the counts, mails and pushes. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { NotificationType } from '@contract/kernel/values/notifications';
import { sessions } from '../../platform/db/schema/accounts';
import { items } from '../../platform/db/schema/content';
import { notifications } from '../../platform/db/schema/notifications';
import { comments } from '../../platform/db/schema/responses';
import { rightsSql, seesAllRight } from '../../platform/rights';
import { isVisibleTo } from '../blocking/blocking';

/** The viewer as SQL: their rights as an array of names, and their country. */
interface ViewerSql {
  rights: SQLWrapper;
  country: SQLWrapper;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The link of an item's page, and the event of a comment or of a like on one: see `itemLink`. */
const itemPattern = `^/(?:post|video|gallery|product)/(${uuid})`;
const commentPattern = `^(?:like:)?comment:(${uuid})`;
const idIn = (column: SQL, pattern: string): SQL => sql`substring(${column} from ${sql.raw(`'${pattern}'`)})::uuid`;

/** Types that announce an item: they are hidden once it is withdrawn or has expired. Others, such as a refund, still matter then. */
const announcementTypes = ['content', 'stream_scheduled'] satisfies NotificationType[];

/** A condition: the item `i` of a row is listed, or the row is also shown for unlisted items. */
const isListedIfAnnounced = (row: SQLWrapper): SQL =>
  sql`(i.is_listed or i.performer_id = ${row}.account_id or ${row}.type <> all(${sql.param(announcementTypes)}))`;

/** A condition: the subject of a row still exists for its recipient, so its page is not a 404. It is neither deleted nor taken down. */
const subjectExists = (row: SQLWrapper): SQL<boolean> => {
  const commentId = idIn(sql`${row}.event`, commentPattern);
  return sql<boolean>`(
    not exists (select from ${items} i where i.id = ${idIn(sql`${row}.link`, itemPattern)}
      and (i.deleted_at is not null or (i.hidden_at is not null and i.performer_id <> ${row}.account_id) or not ${isListedIfAnnounced(row)}))
    and (${commentId} is null or exists (select from ${comments} c where c.id = ${commentId} and c.deleted_at is null and c.hidden_at is null))
  )`;
};

/**
 * A condition: the recipient can see a row; `row` is the table's alias in the statement. A notification for operators with a right is
 * visible while they have it; other ones while the recipient can see the actor.
 */
export const isNotificationVisible = (row: SQLWrapper, { rights, country }: ViewerSql): SQL<boolean> =>
  sql<boolean>`case when ${row}."right" is not null then ${row}."right" = any(${rights})
    else ${subjectExists(row)} and (${row}.actor_id is null or ${seesAllRight} = any(${rights})
      or ${isVisibleTo(sql`${row}.account_id`, sql`${row}.actor_id`, country)}) end`;

/** The country of the most recently used session of an account (an id column), for use outside of a request. */
export const lastCountryOf = (account: SQLWrapper): SQL<string | null> =>
  sql<
    string | null
  >`(select country from ${sessions} where ${sessions.accountId} = ${account} order by ${sessions.lastUsedAt} desc limit 1)`;

/** A condition: the recipients of the table's rows can see them, by their last known country. */
export const isVisibleToRecipient: SQL<boolean> = isNotificationVisible(sql`${notifications}`, {
  rights: rightsSql(sql`${notifications}.account_id`),
  country: lastCountryOf(sql`${notifications}.account_id`),
});
