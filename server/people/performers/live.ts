/** Whether a performer is live. */
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { streamSessions } from '../../platform/db/schema/streaming';

/** A condition: the session (its alias in the query) is a public show that is live or reconnecting. */
export const isPublicShowLive = (session: SQL): SQL<boolean> =>
  sql<boolean>`(${session}.status in ('live', 'reconnecting') and ${session}.type = 'public')`;

/** Whether a public show of `performer` (an id column) is live. */
export const isLive = (performer: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (select from ${streamSessions} s where s.performer_id = ${performer} and ${isPublicShowLive(sql`s`)})`;
