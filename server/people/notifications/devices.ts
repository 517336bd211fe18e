/** Browsers that take push messages, and sending them. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/endpoint';
import { directionOf } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, notificationPreferences, notifications, pushDevices } from '../../platform/db/schema/schema';
import { failAt } from '../../kernel/api-error';
import type { JobKinds } from '../../platform/jobs/jobs';
import { english, type Language } from '../../platform/languages/languages';
import { isOpenAddress } from '../../platform/outgoing/addresses';
import { isDeviceKeys, sendPush, type PushMessage } from '../../platform/push/send';
import { happened } from '../../platform/notification-texts';
import { lockAccount, peopleByIds } from '../../modules/people/people';
import { isShownThere } from './visibility';
import { isQuiet } from './times';

type Device = Parsed<(typeof contract)['POST /notifications/push']>['body'];

/**
 * Tells a device from now on; whoever registers it last has it, and the oldest gives way to one too many. Answers its id.
 * Refuses with setting_invalid what is no address of a push service, or no keys.
 */
export function addDevice(ctx: Context, accountId: string, { endpoint, keys }: Device): Promise<string> {
  if (!isOpenAddress(ctx.config.pushApiBase, endpoint)) failAt('endpoint', 'setting_invalid');
  if (!isDeviceKeys(keys)) failAt('keys', 'setting_invalid');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const device = { accountId, ...keys, createdAt: tx.clock.now() };
    const [row] = await tx.db
      .insert(pushDevices)
      .values({ id: tx.chance.id(), endpoint, ...device })
      .onConflictDoUpdate({ target: pushDevices.endpoint, set: device })
      .returning({ id: pushDevices.id });
    const tooMany = tx.db
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(eq(pushDevices.accountId, accountId))
      .orderBy(desc(pushDevices.createdAt), desc(pushDevices.id))
      .offset(limits.pushDevicesMax);
    await tx.db.delete(pushDevices).where(inArray(pushDevices.id, tooMany));
    if (!row) throw new Error('a device was neither added nor changed');
    return row.id;
  });
}

/** Tells a device of the account no more; one that is not hers is left. */
export async function dropDevice(ctx: Context, accountId: string, endpoint: string): Promise<void> {
  await ctx.db.delete(pushDevices).where(and(eq(pushDevices.accountId, accountId), eq(pushDevices.endpoint, endpoint)));
}

/** What is sent to a device, unless it was read, is not shown to her any more, or the device has gone to somebody else meanwhile. */
async function whatToPush(ctx: Context, { notificationId, deviceId }: JobKinds['notifications/push']) {
  const [found] = await ctx.db
    .select({
      ...{ notification: notifications, device: pushDevices, quietHours: notificationPreferences.quietHours },
      locale: accounts.locale,
    })
    .from(notifications)
    .innerJoin(accounts, and(eq(accounts.id, notifications.accountId), eq(accounts.status, 'active')))
    .innerJoin(pushDevices, and(eq(pushDevices.accountId, notifications.accountId), eq(pushDevices.id, deviceId)))
    .leftJoin(notificationPreferences, eq(notificationPreferences.accountId, notifications.accountId))
    .where(and(eq(notifications.id, notificationId), isNull(notifications.readAt), isShownThere));
  return found ?? null;
}

/** The worker of a browser takes a message for English that does not say. */
const writtenIn = ({ name }: Language): Pick<PushMessage, 'lang' | 'dir'> =>
  name === english.name ? {} : { lang: name, dir: directionOf(name) };

/**
 * Sends a notification to a device, in the language of its account; in quiet hours it is left out and stands in the list alone. A
 * device that is no more is forgotten. Throws when trying again may help.
 */
export async function pushTo(ctx: Context, work: JobKinds['notifications/push']): Promise<void> {
  const found = await whatToPush(ctx, work);
  if (found === null) return;
  const { notification, device, quietHours, locale } = found;
  if (quietHours !== null && isQuiet(quietHours, ctx.clock.now())) return;
  const { id, actorId, link } = notification;
  const actor = actorId === null ? null : ((await peopleByIds(ctx, [actorId])).get(actorId)?.name ?? null);
  const language = ctx.languages.of(locale);
  const body = happened(actor, notification)(language);
  const message = { title: ctx.settings.values().siteName, body, link, tag: id, ...writtenIn(language) };
  if ((await sendPush(ctx, device, message)) === 'gone') await ctx.db.delete(pushDevices).where(eq(pushDevices.id, device.id));
}
