/** Notification preferences. */
import { and, eq, isNotNull } from 'drizzle-orm';
import type contract from '@contract/people/notifications';
import type { Parsed } from '@contract/kernel/endpoint';
import { notificationTypes, type Digest, type NotificationType } from '@contract/kernel/values/notifications';
import { inTransaction, type Context } from '../../platform/context';
import { notificationPreferences, notifications } from '../../platform/db/schema/notifications';
import { failAt } from '../../kernel/api-error';
import { lockAccount } from '../people/rows';
import { allChannels, fixedChannelsOf, defaultChannels, type ChannelChanges, type Channels } from './channels';
import { isTimeZone, mailDueAt, type QuietHours } from './times';

type PreferenceChanges = Parsed<(typeof contract)['PUT /notifications/preferences']>['body'];
export interface Preferences {
  types: Record<NotificationType, Channels>;
  quietHours: QuietHours | null;
  digest: Digest;
}
interface StoredPreferences {
  types: ChannelChanges;
  quietHours: QuietHours | null;
  digest: Digest;
}

const defaults: StoredPreferences = { types: {}, quietHours: null, digest: 'each' };
const channelNames = ['inApp', 'push', 'mail'] as const;

async function loadPreferences(ctx: Context, accountId: string): Promise<StoredPreferences> {
  const { types, quietHours, digest } = notificationPreferences;
  const [row] = await ctx.db
    .select({ types, quietHours, digest })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.accountId, accountId));
  return row ?? defaults;
}

const withDefaults = ({ types, quietHours, digest }: StoredPreferences): Preferences => ({ types: allChannels(types), quietHours, digest });

/** The preferences of an account, with defaults filled in. */
export async function preferencesOf(ctx: Context, accountId: string): Promise<Preferences> {
  return withDefaults(await loadPreferences(ctx, accountId));
}

/** The differences from the defaults after a change of one type. Throws setting_invalid if the channel is fixed. */
function applyChange(changes: ChannelChanges, type: NotificationType, change: Partial<Channels>): ChannelChanges {
  const fixed = fixedChannelsOf(type);
  const differences: Partial<Channels> = {};
  for (const channel of channelNames) {
    const value = change[channel] ?? changes[type]?.[channel];
    if (change[channel] !== undefined && fixed[channel] !== undefined && change[channel] !== fixed[channel])
      failAt(`types.${type}.${channel}`, 'setting_invalid');
    if (value !== undefined && value !== defaultChannels[type][channel]) differences[channel] = value;
  }
  const others = Object.fromEntries(Object.entries(changes).filter(([other]) => other !== type));
  return Object.keys(differences).length === 0 ? others : { ...others, [type]: differences };
}

function assertQuietHours({ from, to, timeZone }: QuietHours): void {
  if (!isTimeZone(timeZone)) failAt('quietHours.timeZone', 'setting_invalid');
  if (from === to) failAt('quietHours.to', 'setting_invalid');
}

/** Reschedules pending mails by the new digest. */
async function rescheduleMails(tx: Context, accountId: string, { digest, quietHours }: StoredPreferences): Promise<void> {
  await tx.db
    .update(notifications)
    .set({ mailDueAt: mailDueAt(digest, tx.clock.now(), quietHours?.timeZone) })
    .where(and(eq(notifications.accountId, accountId), isNotNull(notifications.mailDueAt)));
}

/** Applies the given changes and returns all preferences. Rejects with setting_invalid, including for channels that are fixed. */
export function changePreferences(ctx: Context, accountId: string, input: PreferenceChanges): Promise<Preferences> {
  if (input.quietHours) assertQuietHours(input.quietHours);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const before = await loadPreferences(tx, accountId);
    const types = notificationTypes.reduce((changes, type) => {
      const change = input.types?.[type];
      return change === undefined ? changes : applyChange(changes, type, change);
    }, before.types);
    const quietHours = input.quietHours === undefined ? before.quietHours : input.quietHours;
    const after = { types, quietHours, digest: input.digest ?? before.digest };
    await tx.db
      .insert(notificationPreferences)
      .values({ accountId, ...after })
      .onConflictDoUpdate({ target: notificationPreferences.accountId, set: after });
    if (after.digest !== before.digest) await rescheduleMails(tx, accountId, after);
    return withDefaults(after);
  });
}
