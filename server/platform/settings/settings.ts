/**
 * The effective settings of the site: defaults, overridden by stored values, overridden by the environment. Each process caches them
 * and reloads them when it is notified of a change.
 */
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import type { PublicSettings, Settings } from '@contract/kernel/entities';
import { settingDefaults, settingRules, type SettingKey, type SettingValues } from '@contract/kernel/settings';
import type { Config } from '../../kernel/config';
import type { Db } from '../db/db';
import { menus, settings } from '../db/schema/site';
import { pushKeys } from '../push/keys';
import { serialized } from './serialized';

type Menus = z.output<typeof Settings>['menus'];
/** Public values that are computed instead of stored as settings. */
type ComputedValues = Pick<PublicSettings, 'menus' | 'isSandbox' | 'webPushPublicKey' | 'livekitUrl'>;

export interface SettingsStore {
  /** The effective values. */
  values(): SettingValues;
  /** The public values. */
  publicValues(): PublicSettings;
  /** Reloads the settings. Call it after a change in this process; other processes are notified with `notifyProcesses`. */
  reload(): Promise<void>;
}

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingRules, key);
const publicSettingKeys = (Object.keys(settingRules) as SettingKey[]).filter((key) => settingRules[key].visibility === 'public');

/** Sign-in services and captchas without configured credentials are off for visitors, whatever their setting. */
function availabilityOfServices(values: SettingValues, config: Config): Partial<SettingValues> {
  return {
    googleLoginEnabled: values.googleLoginEnabled && config.google !== null,
    twitterLoginEnabled: values.twitterLoginEnabled && config.twitter !== null,
    recaptchaEnabled: values.recaptchaEnabled && config.recaptcha !== null,
  };
}

/** Reads the settings from the database, or within the transaction that changes them. */
export async function readSettings(db: Db, config: Config): Promise<{ values: SettingValues; visible: PublicSettings }> {
  // Sequential, because a transaction has one connection.
  const rows = await db.select().from(settings);
  const entries = await db.select().from(menus).orderBy(asc(menus.section), asc(menus.ordering));
  const stored = Object.fromEntries(rows.filter((row) => isSettingKey(row.key)).map((row) => [row.key, row.value]));
  const values = { ...settingDefaults, ...(stored as Partial<SettingValues>), ...config.fixedSettings };
  const availableValues = { ...values, ...availabilityOfServices(values, config) };
  const visible = {
    ...(Object.fromEntries(publicSettingKeys.map((key) => [key, availableValues[key]])) as Omit<PublicSettings, keyof ComputedValues>),
    menus: entries.map(({ id, ...menu }) => ({ _id: id, ...menu })) satisfies Menus,
    isSandbox: config.stripe === null,
    webPushPublicKey: pushKeys(config.appSecret).publicKey,
    livekitUrl: config.livekit?.url ?? '',
  };
  return { values, visible };
}

/** Loads and caches the settings; only `reload` reads them again. */
export async function openSettings(db: Db, config: Config): Promise<SettingsStore> {
  let current = await readSettings(db, config);
  return {
    values: () => current.values,
    publicValues: () => current.visible,
    reload: serialized(async () => {
      current = await readSettings(db, config);
    }),
  };
}
