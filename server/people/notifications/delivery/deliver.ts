/**
 * Writing what happened for those who want to hear of it. An event is noted for each person first: whoever notes it tells it,
 * and all others, also at the same moment, find it told. What stands together goes into the one row of its group that is not
 * read; devices are told of a row when it is made, and not when it grows.
 */
import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { Notification } from '@contract/people/notifications';
import type { Context } from '../../../platform/context';
import { accounts, notificationEvents, notificationPreferences, notifications, pushDevices } from '../../../platform/db/schema/schema';
import { publishAll } from '../../../platform/outbox/publish';
import { closedCountriesOf, closedRooms } from '../../blocking/blocking';
import { channelsOf, type Channels } from '../channels';
import { notificationAnswers, type NotificationRow } from '../rows';
import { mailDueAt } from '../times';
import type { Told } from '../../../modules/notifications/told';
import { tellUnreadTo } from '../../../modules/notifications/unread';

interface Listener {
  id: string;
  channels: Channels;
  hasDevice: boolean;
  /** When she is mailed unless she has read it. */
  dueAt: Date | null;
}

/** What is the same for all who are told at once. */
type Common = Pick<Told, 'type' | 'actorId'>;
/** What one of them is told. */
type ToldTo = (accountId: string) => Told;

/** Those of `who` who are there and want to be told of it somewhere, in one order for all. */
async function listenersAmong(tx: Context, who: SQL | undefined, { type, actorId }: Common): Promise<Listener[]> {
  const { types, digest, quietHours } = notificationPreferences;
  const reached = sql<boolean>`exists (select from ${pushDevices} where ${pushDevices.accountId} = ${accounts.id})`;
  const rows = await tx.db
    .select({ id: accounts.id, hasDevice: reached, types, digest, quietHours })
    .from(accounts)
    .leftJoin(notificationPreferences, eq(notificationPreferences.accountId, accounts.id))
    .where(and(who, eq(accounts.status, 'active'), actorId === null ? undefined : ne(accounts.id, actorId)))
    .orderBy(asc(accounts.id));
  const now = tx.clock.now();
  return rows.flatMap(({ id, hasDevice, types: changes, digest: wished, quietHours: hours }) => {
    const channels = channelsOf(changes ?? {}, type);
    if (!channels.inApp && !channels.push && !channels.mail) return [];
    return [{ id, channels, hasDevice, dueAt: channels.mail ? mailDueAt(wished ?? 'each', now, hours?.timeZone) : null }];
  });
}

/** Notes the event; answers those who had not been told of it. */
async function notToldYet(tx: Context, listeners: readonly Listener[], toldTo: ToldTo): Promise<Listener[]> {
  const createdAt = tx.clock.now();
  const noted = await tx.db
    .insert(notificationEvents)
    .values(listeners.map(({ id }) => ({ accountId: id, event: toldTo(id).event, createdAt })))
    .onConflictDoNothing()
    .returning({ accountId: notificationEvents.accountId });
  const fresh = new Set(noted.map(({ accountId }) => accountId));
  return listeners.filter(({ id }) => fresh.has(id));
}

/** A row for each, or one more in the row of the group that she has not read. */
async function write(tx: Context, listeners: readonly Listener[], toldTo: ToldTo): Promise<Written[]> {
  const now = tx.clock.now();
  const made = listeners.map(({ id: accountId, channels, dueAt }) => ({
    ...toldTo(accountId),
    ...{ id: tx.chance.id(), accountId, isListed: channels.inApp, mailDueAt: dueAt, createdAt: now, updatedAt: now },
  }));
  const eachDueAt = mailDueAt('each', now);
  const rows = await tx.db
    .insert(notifications)
    .values(made)
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.group],
      targetWhere: sql`"group" is not null and read_at is null`,
      set: {
        count: sql`${notifications.count} + 1`,
        ...{ actorId: sql`excluded.actor_id`, text: sql`excluded.text`, link: sql`excluded.link` },
        updatedAt: sql`excluded.updated_at`,
        // What was mailed by itself is not mailed again while it is unread; the mail of a day or a week tells of all that came.
        mailDueAt: sql`coalesce(${notifications.mailDueAt}, case when excluded.mail_due_at > ${eachDueAt?.toISOString()}::timestamptz then excluded.mail_due_at end)`,
      },
    })
    .returning();
  const ids = new Set(made.map(({ id }) => id));
  return rows.map((row) => ({ row, isNew: ids.has(row.id) }));
}

interface Written {
  row: NotificationRow;
  isNew: boolean;
}

async function show(tx: Context, written: readonly Written[]): Promise<void> {
  const listed = written.filter(({ row }) => row.isListed);
  const answers = await notificationAnswers(
    tx,
    listed.map(({ row }) => row),
  );
  const performers = answers.flatMap(({ actor }) => (actor?.isPerformer === true ? [actor._id] : []));
  const closed = await closedCountriesOf(tx, [...new Set(performers)]);
  const events = answers.flatMap((answer, index) => {
    const row = listed[index]?.row;
    if (row === undefined) return [];
    const apart = row.right !== null || row.actorId === null ? [] : closedRooms(closed, row.actorId);
    return [{ rooms: [`account:${row.accountId}` as const, ...apart], payload: Notification.encode(answer) }];
  });
  await publishAll(tx, 'notification/created', events);
  await tellUnreadTo(
    tx,
    listed.flatMap(({ row, isNew }) => (isNew ? [row.accountId] : [])),
  );
}

async function push(tx: Context, written: readonly Written[], listeners: readonly Listener[]): Promise<void> {
  const wished = new Set(listeners.flatMap(({ id, channels, hasDevice }) => (channels.push && hasDevice ? [id] : [])));
  const toPush = new Map(
    written.flatMap(({ row, isNew }) => (isNew && wished.has(row.accountId) ? [[row.accountId, row.id] as const] : [])),
  );
  if (toPush.size === 0) return;
  const { id, accountId } = pushDevices;
  const devices = await tx.db
    .select({ id, accountId })
    .from(pushDevices)
    .where(inArray(accountId, [...toPush.keys()]));
  const jobs = devices.flatMap(({ id: deviceId, accountId: owner }) => {
    const notificationId = toPush.get(owner);
    return notificationId === undefined ? [] : [{ notificationId, deviceId }];
  });
  await tx.jobs.enqueueAll(tx.db, 'notifications/push', jobs);
}

/** Tells those of `who`, a condition on accounts, who are there, want it and were not told of it yet. Some hundreds at most. */
export const tell = (tx: Context, who: SQL | undefined, told: Told): Promise<void> => tellEach(tx, who, told, () => told);

/** The same where each is told in words of her own, of one type and caused by the same person. */
export async function tellEach(tx: Context, who: SQL | undefined, common: Common, toldTo: ToldTo): Promise<void> {
  const listeners = await listenersAmong(tx, who, common);
  if (listeners.length === 0) return;
  const fresh = await notToldYet(tx, listeners, toldTo);
  if (fresh.length === 0) return;
  const written = await write(tx, fresh, toldTo);
  await show(tx, written);
  await push(tx, written, fresh);
}
