/** Browsers registered for push messages, and sending to them. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/kernel/endpoint';
import { directionOf } from '@contract/kernel/values/direction';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { notificationPreferences, notifications, pushDevices } from '../../platform/db/schema/notifications';
import { failAt } from '../../kernel/api-error';
import type { JobKinds } from '../../platform/jobs/jobs';
import { english, type Language } from '../../platform/languages/languages';
import { isAllowedUrl } from '../../platform/outgoing/addresses';
import { isDeviceKeys, sendPush, type PushMessage } from '../../platform/push/send';
import { notificationSentence } from '../../platform/notification-texts';
import { lockAccount, peopleByIds } from '../people/rows';
import { isVisibleToRecipient } from './visibility';
import { isQuiet } from './times';

type Device = Parsed<(typeof contract)['POST /notifications/push']>['body'];

/**
 * Registers a device. The last account to register a browser gets it, and the oldest device is removed above the limit. Returns its id.
 * Rejects with setting_invalid if the endpoint is not a push service or the keys are invalid.
 */
export function addPushDevice(ctx: Context, accountId: string, { endpoint, keys }: Device): Promise<string> {
  if (!isAllowedUrl(ctx.config.pushApiBase, endpoint)) failAt('endpoint', 'setting_invalid');
  if (!isDeviceKeys(keys)) failAt('keys', 'setting_invalid');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const device = { accountId, ...keys, createdAt: tx.clock.now() };
    const [row] = await tx.db
      .insert(pushDevices)
      .values({ id: tx.random.id(), endpoint, ...device })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: device })
      .returning({ id: pushDevices.id });
    const surplusDevices = tx.db
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(eq(pushDevices.accountId, accountId))
      .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
      .offset(limits.pushDevicesMax);
    await tx.db.delete(pushDevices).where(inArray(pushDevices.id, surplusDevices));
    if (!row) throw new Error('a device was neither added nor changed');
    return row.id;
  });
}

/** Unregisters a device of the account; ignores devices of other accounts. */
export async function removePushDevice(ctx: Context, accountId: string, endpoint: string): Promise<void> {
  await ctx.db.delete(pushDevices).where(and(eq(pushDevices.accountId, accountId), eq(pushDevices.endpoint, endpoint)));
}

/** The notification to push, or null if it was read, is no longer visible, or the device moved to another account. */
async function findPendingPush(ctx: Context, { notificationId, deviceId }: JobKinds['notifications/push']) {
  const [found] = await ctx.db
    .select({
      notification: notifications,
      device: pushDevices,
      quietHours: notificationPreferences.quietHours,
      locale: accounts.locale,
    })
    .from(notifications)
    .innerJoin(accounts, and(eq(accounts.id, notifications.accountId), eq(accounts.status, 'active')))
    .innerJoin(pushDevices, and(eq(pushDevices.accountId, notifications.accountId), eq(pushDevices.id, deviceId)))
    .leftJoin(notificationPreferences, eq(notificationPreferences.accountId, notifications.accountId))
    .where(and(eq(notifications.id, notificationId), isNull(notifications.readAt), isVisibleToRecipient));
  return found ?? null;
}

/** The service worker assumes English if the message has no language. */
const languageFields = ({ name }: Language): Pick<PushMessage, 'lang' | 'dir'> =>
  name === english.name ? {} : { lang: name, dir: directionOf(name) };

/**
 * Pushes a notification to a device, in the language of the account. Skipped during quiet hours. Deletes a device that the push service
 * reports as gone. Throws if a retry may help.
 */
export async function sendPushNotification(ctx: Context, job: JobKinds['notifications/push']): Promise<void> {
  const found = await findPendingPush(ctx, job);
  if (found === null) return;
  const { notification, device, quietHours, locale } = found;
  if (quietHours !== null && isQuiet(quietHours, ctx.clock.now())) return;
  const { id, actorId, link } = notification;
  const actor = actorId === null ? null : ((await peopleByIds(ctx, [actorId])).get(actorId)?.name ?? null);
  const language = ctx.languages.of(locale);
  const body = notificationSentence(actor, notification)(language);
  const message = { title: ctx.settings.values().siteName, body, link, tag: id, ...languageFields(language) };
  if ((await sendPush(ctx, device, message)) === 'gone') await ctx.db.delete(pushDevices).where(eq(pushDevices.id, device.id));
}
