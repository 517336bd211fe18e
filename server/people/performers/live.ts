/** Whether a performer is live, as lists of performers ask it. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { streamSessions } from '../../platform/db/schema/schema';

/** The condition that a session, by the name of its table in the query, is a public show with a picture now or a moment ago. */
export const runsInPublic = (session: SQL): SQL<boolean> =>
  sql<boolean>`(${session}.status in ('live', 'reconnecting') and ${session}.type = 'public')`;

/** Whether a public show of `performer`, a column of ids, runs now. */
export const isLive = (performer: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${streamSessions} shown where shown.performer_id = ${performer} and ${runsInPublic(sql`shown`)})`;
