/** What people wish to be told of, and where. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/endpoint';
import { notificationTypes, type Digest, type NotificationType } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { notificationPreferences, notifications } from '../../platform/db/schema/schema';
import { failAt } from '../../kernel/api-error';
import { lockAccount } from '../../modules/people/people';
import { allChannels, fixedOf, standards, type Changes, type Channels } from './channels';
import { isTimeZone, mailDueAt, type QuietHours } from './times';

type Wishes = Parsed<(typeof contract)['PUT /notifications/preferences']>['body'];
export interface Preferences {
  types: Record<NotificationType, Channels>;
  quietHours: QuietHours | null;
  digest: Digest;
}
interface Stored {
  types: Changes;
  quietHours: QuietHours | null;
  digest: Digest;
}

const standard: Stored = { types: {}, quietHours: null, digest: 'each' };
const channelNames = ['inApp', 'push', 'mail'] as const;

async function stored(ctx: Context, accountId: string): Promise<Stored> {
  const { types, quietHours, digest } = notificationPreferences;
  const [row] = await ctx.db
    .select({ types, quietHours, digest })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.accountId, accountId));
  return row ?? standard;
}

const whole = ({ types, quietHours, digest }: Stored): Preferences => ({ types: allChannels(types), quietHours, digest });

/** The whole record of an account. */
export async function preferencesOf(ctx: Context, accountId: string): Promise<Preferences> {
  return whole(await stored(ctx, accountId));
}

/** What differs from the standard once a type is wished for so. Refuses with setting_invalid to change what cannot be. */
function changed(changes: Changes, type: NotificationType, wish: Partial<Channels>): Changes {
  const fixed = fixedOf(type);
  const kept: Partial<Channels> = {};
  for (const channel of channelNames) {
    const value = wish[channel] ?? changes[type]?.[channel];
    if (wish[channel] !== undefined && fixed[channel] !== undefined && wish[channel] !== fixed[channel])
      failAt(`types.${type}.${channel}`, 'setting_invalid');
    if (value !== undefined && value !== standards[type][channel]) kept[channel] = value;
  }
  const others = Object.fromEntries(Object.entries(changes).filter(([other]) => other !== type));
  return Object.keys(kept).length === 0 ? others : { ...others, [type]: kept };
}

function assertQuietHours({ from, to, timeZone }: QuietHours): void {
  if (!isTimeZone(timeZone)) failAt('quietHours.timeZone', 'setting_invalid');
  if (from === to) failAt('quietHours.to', 'setting_invalid');
}

/** What waits for its mail waits for that of the new wish. */
async function moveMails(tx: Context, accountId: string, { digest, quietHours }: Stored): Promise<void> {
  await tx.db
    .update(notifications)
    .set({ mailDueAt: mailDueAt(digest, tx.clock.now(), quietHours?.timeZone) })
    .where(and(eq(notifications.accountId, accountId), isNotNull(notifications.mailDueAt)));
}

/** Changes what is named; answers the whole record. Refuses with setting_invalid, also to switch off what is always told. */
export function changePreferences(ctx: Context, accountId: string, wishes: Wishes): Promise<Preferences> {
  if (wishes.quietHours) assertQuietHours(wishes.quietHours);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await stored(tx, accountId);
    const types = notificationTypes.reduce((changes, type) => {
      const wish = wishes.types?.[type];
      return wish === undefined ? changes : changed(changes, type, wish);
    }, before.types);
    const quietHours = wishes.quietHours === undefined ? before.quietHours : wishes.quietHours;
    const after = { types, quietHours, digest: wishes.digest ?? before.digest };
    await tx.db
      .insert(notificationPreferences)
      .values({ accountId, ...after })
      .onConflictDoUpdate({ target: notificationPreferences.accountId, set: after });
    if (after.digest !== before.digest) await moveMails(tx, accountId, after);
    return whole(after);
  });
}
