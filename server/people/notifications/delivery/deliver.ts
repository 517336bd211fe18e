/**
 * Delivery of notifications. An event is recorded per recipient first, which makes it idempotent: a concurrent or repeated delivery finds
 * it recorded. Events of a group are merged into its unread row. Push messages are sent for a new row, not for events merged into a row.
 */
import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { Notification } from '@contract/people/notifications';
import type { Context } from '../../../platform/context';
import { accounts } from '../../../platform/db/schema/accounts';
import { notificationEvents, notificationPreferences, notifications, pushDevices } from '../../../platform/db/schema/notifications';
import { publishAll } from '../../../platform/outbox/publish';
import { blockedCountriesOf, blockedCountryRooms } from '../../blocking/blocking';
import { channelsOf, type Channels } from '../channels';
import { notificationInfos, type NotificationRow } from '../rows';
import { mailDueAt } from '../times';
import type { NotificationInput } from './notification-input';
import { publishUnreadCountsOf } from '../unread';

interface Recipient {
  id: string;
  channels: Channels;
  hasDevice: boolean;
  /** When the notification is mailed unless it is read first; null for never. */
  dueAt: Date | null;
}

/** What is the same for all recipients. */
type Common = Pick<NotificationInput, 'type' | 'actorId'>;
/** The notification of one recipient. */
type InputFor = (accountId: string) => NotificationInput;

/** The active accounts that match the condition and have a channel for the type, in id order to avoid deadlocks. */
async function recipientsOf(tx: Context, condition: SQL | undefined, { type, actorId }: Common): Promise<Recipient[]> {
  const { types, digest, quietHours } = notificationPreferences;
  const deviceExists = sql<boolean>`exists (select from ${pushDevices} where ${pushDevices.accountId} = ${accounts.id})`;
  const rows = await tx.db
    .select({ id: accounts.id, hasDevice: deviceExists, types, digest, quietHours })
    .from(accounts)
    .leftJoin(notificationPreferences, eq(notificationPreferences.accountId, accounts.id))
    .where(and(condition, eq(accounts.status, 'active'), actorId === null ? undefined : ne(accounts.id, actorId)))
    .orderBy(asc(accounts.id));
  const now = tx.clock.now();
  return rows.flatMap(({ id, hasDevice, types: changes, digest: chosenDigest, quietHours: hours }) => {
    const channels = channelsOf(changes ?? {}, type);
    if (!channels.inApp && !channels.push && !channels.mail) return [];
    return [{ id, channels, hasDevice, dueAt: channels.mail ? mailDueAt(chosenDigest ?? 'each', now, hours?.timeZone) : null }];
  });
}

/** Records the event. Returns the recipients that did not have it yet. */
async function recordEvent(tx: Context, recipients: readonly Recipient[], inputFor: InputFor): Promise<Recipient[]> {
  const createdAt = tx.clock.now();
  const recorded = await tx.db
    .insert(notificationEvents)
    .values(recipients.map(({ id }) => ({ accountId: id, event: inputFor(id).event, createdAt })))
    .onConflictDoNothing()
    .returning({ accountId: notificationEvents.accountId });
  const newIds = new Set(recorded.map(({ accountId }) => accountId));
  return recipients.filter(({ id }) => newIds.has(id));
}

/** Inserts a row per recipient, or increments the unread row of the group. */
async function upsertRows(tx: Context, recipients: readonly Recipient[], inputFor: InputFor): Promise<UpsertedRow[]> {
  const now = tx.clock.now();
  const candidates = recipients.map(({ id: accountId, channels, dueAt }) => ({
    ...inputFor(accountId),
    id: tx.random.id(),
    accountId,
    isListed: channels.inApp,
    mailDueAt: dueAt,
    createdAt: now,
    updatedAt: now,
  }));
  const eachDueAt = mailDueAt('each', now);
  const rows = await tx.db
    .insert(notifications)
    .values(candidates)
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.group],
      targetWhere: sql`"group" is not null and read_at is null`,
      set: {
        count: sql`${notifications.count} + 1`,
        actorId: sql`excluded.actor_id`,
        text: sql`excluded.text`,
        link: sql`excluded.link`,
        updatedAt: sql`excluded.updated_at`,
        // A row that was mailed on its own is not mailed again while unread. A row of a digest stays due.
        mailDueAt: sql`coalesce(${notifications.mailDueAt}, case when excluded.mail_due_at > ${eachDueAt?.toISOString()}::timestamptz then excluded.mail_due_at end)`,
      },
    })
    .returning();
  const ids = new Set(candidates.map(({ id }) => id));
  return rows.map((row) => ({ row, isNew: ids.has(row.id) }));
}

interface UpsertedRow {
  row: NotificationRow;
  isNew: boolean;
}

async function emitCreated(tx: Context, upserted: readonly UpsertedRow[]): Promise<void> {
  const listed = upserted.filter(({ row }) => row.isListed);
  const infos = await notificationInfos(
    tx,
    listed.map(({ row }) => row),
  );
  const performers = infos.flatMap(({ actor }) => (actor?.isPerformer === true ? [actor._id] : []));
  const blockedCountries = await blockedCountriesOf(tx, [...new Set(performers)]);
  const events = infos.flatMap((info, index) => {
    const row = listed[index]?.row;
    if (row === undefined) return [];
    const excludedRooms = row.right !== null || row.actorId === null ? [] : blockedCountryRooms(blockedCountries, row.actorId);
    return [{ rooms: [`account:${row.accountId}` as const, ...excludedRooms], payload: Notification.encode(info) }];
  });
  await publishAll(tx, 'notification/created', events);
  await publishUnreadCountsOf(
    tx,
    listed.flatMap(({ row, isNew }) => (isNew ? [row.accountId] : [])),
  );
}

async function enqueuePushes(tx: Context, upserted: readonly UpsertedRow[], recipients: readonly Recipient[]): Promise<void> {
  const withPush = new Set(recipients.flatMap(({ id, channels, hasDevice }) => (channels.push && hasDevice ? [id] : [])));
  const toPush = new Map(
    upserted.flatMap(({ row, isNew }) => (isNew && withPush.has(row.accountId) ? [[row.accountId, row.id] as const] : [])),
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

/**
 * Notifies the accounts that match the condition, have a channel for the type and were not notified of the event yet. For at most a few
 * hundred recipients.
 */
export const deliver = (tx: Context, condition: SQL | undefined, input: NotificationInput): Promise<void> =>
  deliverEach(tx, condition, input, () => input);

/** As `deliver`, with an individual notification per recipient, all of one type and actor. */
export async function deliverEach(tx: Context, condition: SQL | undefined, common: Common, inputFor: InputFor): Promise<void> {
  const recipients = await recipientsOf(tx, condition, common);
  if (recipients.length === 0) return;
  const newRecipients = await recordEvent(tx, recipients, inputFor);
  if (newRecipients.length === 0) return;
  const upserted = await upsertRows(tx, newRecipients, inputFor);
  await emitCreated(tx, upserted);
  await enqueuePushes(tx, upserted, newRecipients);
}
