/** Settings as operators manage them. A change applies in this process before the response is sent; other processes are notified. */
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminSetting as AdminSettingSchema } from '@contract/kernel/entities';
import { settingRules, type imageSettings, type SettingGroup, type SettingKey, type SettingRule } from '@contract/kernel/settings';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notifyProcesses } from '../../platform/db/listen';
import { settings } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { hasNonZeroBalance } from '../../money/ledger/ledger';
import { languageOfRecipient, mailSite } from '../../platform/mail/mail';
import { sendImmediately } from '../../platform/mail/send-immediately';
import { render } from '../../platform/mail/templates';
import {
  attachFile,
  fileResponse,
  findFile,
  removeFile,
  storeImage,
  type FileResponse,
  type IncomingFile,
} from '../../platform/media/files';
import { publicMediaUrl } from '../../platform/media/signed-links';
import { publish } from '../../platform/outbox/publish';
import { readSettings } from '../../platform/settings/settings';
import { rejectValue, settingValue, type SettingValue } from './setting-values';

type AdminSetting = z.output<typeof AdminSettingSchema>;
type ImageSetting = (typeof imageSettings)[number];

const keys = Object.keys(settingRules) as SettingKey[];
const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingRules, key);
const ruleOf = (key: SettingKey): SettingRule => settingRules[key];
const isFixed = (ctx: Context, key: SettingKey): boolean => Object.hasOwn(ctx.config.fixedSettings, key);

function adminSettingOf(ctx: Context, key: SettingKey): AdminSetting {
  const rule = ruleOf(key);
  return {
    key,
    label: rule.label,
    value: ctx.settings.values()[key],
    type: rule.type,
    group: rule.group,
    isPublic: rule.visibility !== 'operators',
    isFixed: isFixed(ctx, key),
    minimum: rule.minimum ?? null,
    maximum: rule.maximum ?? null,
    options: [...(rule.options ?? [])],
  };
}

/** The settings of a group, or all. */
export function listSettings(ctx: Context, group: SettingGroup | undefined): AdminSetting[] {
  return keys.filter((key) => group === undefined || settingRules[key].group === group).map((key) => adminSettingOf(ctx, key));
}

/** Stores a value with its audit entry and its event, in one transaction. */
async function store(ctx: Context, actor: Actor, client: Client, key: SettingKey, newValue: SettingValue): Promise<void> {
  // One change at a time: each is validated against the other settings and published with them.
  await takeAdvisoryLock(ctx.db, 'settings');
  const before = (await readSettings(ctx.db, ctx.config)).values;
  const value = settingValue(key, newValue, before, ctx.config);
  const updatedAt = ctx.clock.now();
  // A JSON null is a value here; SQL NULL would not be.
  const stored = sql`${JSON.stringify(value)}::jsonb`;
  await ctx.db
    .insert(settings)
    .values({ key, value: stored, updatedAt })
    .onConflictDoUpdate({ target: settings.key, set: { value: stored, updatedAt } });
  await audit(ctx, actor, client, {
    action: 'settings.change',
    targetType: 'setting',
    targetId: key,
    before: { value: before[key] },
    after: { value },
  });
  if (settingRules[key].visibility === 'public')
    await publish(ctx, 'settings/changed', ['site'], (await readSettings(ctx.db, ctx.config)).visible);
  await notifyProcesses(ctx.db, 'settings');
}

/** One token is one unit of the currency: another currency would change the value of every balance. Rejects with currency_in_use. */
async function assertLedgerEmpty(tx: Context): Promise<void> {
  if (await hasNonZeroBalance(tx)) fail('currency_in_use');
}

/** Changes a setting. Rejects with setting_not_found, currency_in_use, and with setting_invalid and the reason. */
export async function changeSetting(ctx: Context, actor: Actor, client: Client, key: string, value: SettingValue): Promise<AdminSetting> {
  if (!isSettingKey(key)) return fail('setting_not_found');
  if (isFixed(ctx, key)) rejectValue(`This is set by ${ruleOf(key).fixedBy ?? 'a variable'} in the server configuration. Change it there.`);
  await inTransaction(ctx, async (tx) => {
    if (key === 'currency' && value !== tx.settings.values().currency) await assertLedgerEmpty(tx);
    await store(tx, actor, client, key, value);
  });
  await ctx.settings.reload();
  return adminSettingOf(ctx, key);
}

const uploadedImagePattern = /\/media\/([0-9a-f-]{36})\/full$/;

/** Removes the previous image of a setting, if it was uploaded for that setting. */
async function removeUploadedImage(ctx: Context, key: ImageSetting, url: string): Promise<void> {
  const id = uploadedImagePattern.exec(url)?.[1];
  const file = id === undefined ? null : await findFile(ctx, id);
  if (file?.attachedKind === 'setting' && file.attachedId === key) await removeFile(ctx, file.id);
}

/** Replaces an image of the site and returns the new file. Rejects with the errors of `storeImage`. */
export async function uploadSettingImage(
  ctx: Context,
  actor: Actor,
  client: Client,
  key: ImageSetting,
  file: IncomingFile,
): Promise<FileResponse> {
  const stored = await storeImage(ctx, { ownerId: actor.id, type: 'site-image', file });
  const previousUrl = ctx.settings.values()[key];
  await inTransaction(ctx, async (tx) => {
    await attachFile(tx, stored.id, { kind: 'setting', id: key });
    await store(tx, actor, client, key, publicMediaUrl(tx.config.apiUrl, stored.id, 'full'));
  });
  await ctx.settings.reload();
  await removeUploadedImage(ctx, key, previousUrl);
  return fileResponse(ctx, stored, null);
}

/** Sends a test mail. Rejects with mail_failed and the mail server's message. */
export const sendTestMail = async (ctx: Context, to: string): Promise<{ sent: true; detail: string }> =>
  sendImmediately(ctx, to, 'test', render('test', { at: ctx.clock.now() }, mailSite(ctx), await languageOfRecipient(ctx, to)));
