/** Which of her notifications somebody is shown, asked alike by the list, the counts, mails and push messages. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { comments, items, notifications, sessions } from '../../platform/db/schema/schema';
import { heldBy, seesAll } from '../../platform/rights';
import { meets } from '../blocking/blocking';

/** Who is shown it, as SQL: her rights as an array of names, and the country where she is. */
interface Reader {
  rights: SQLWrapper;
  country: SQLWrapper;
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The page of an item, and what was done to a comment: see `itemLink`, and the events of comments and likes. */
const itemPattern = `^/(?:post|video|gallery|product)/(${uuid})`;
const commentPattern = `^(?:like:)?comment:(${uuid})`;
const idIn = (column: SQL, pattern: string): SQL => sql`substring(${column} from ${sql.raw(`'${pattern}'`)})::uuid`;

/** The condition that the subject of a row still exists for its recipient: not deleted, and not taken down. Else its page is a 404. */
const isThere = (row: SQLWrapper): SQL<boolean> => {
  const commentId = idIn(sql`${row}.event`, commentPattern);
  return sql<boolean>`(
    not exists (select from ${items} i where i.id = ${idIn(sql`${row}.link`, itemPattern)}
      and (i.deleted_at is not null or (i.hidden_at is not null and i.performer_id <> ${row}.account_id)))
    and (${commentId} is null or exists (select from ${comments} c where c.id = ${commentId} and c.deleted_at is null and c.hidden_at is null))
  )`;
};

/**
 * The condition that a row is shown to whom it was told; `row` is the name that the table has in the statement. What an operator
 * was told for a right is shown while she holds it; what somebody did, to those who meet that person.
 */
export const isShown = (row: SQLWrapper, { rights, country }: Reader): SQL<boolean> =>
  sql<boolean>`case when ${row}."right" is not null then ${row}."right" = any(${rights})
    else ${isThere(row)} and (${row}.actor_id is null or ${seesAll} = any(${rights})
      or ${meets(sql`${row}.account_id`, sql`${row}.actor_id`, country)}) end`;

/** Where an account, a column of ids, was when it last signed in of the devices in use: what is known without a request of hers. */
export const lastPlaceOf = (account: SQLWrapper): SQL<string | null> =>
  sql<
    string | null
  >`(select country from ${sessions} where ${sessions.accountId} = ${account} order by ${sessions.lastUsedAt} desc limit 1)`;

/** The condition that rows of the table are shown to whom they were told, wherever she was last. */
export const isShownThere: SQL<boolean> = isShown(sql`${notifications}`, {
  rights: heldBy(sql`${notifications}.account_id`),
  country: lastPlaceOf(sql`${notifications}.account_id`),
});
