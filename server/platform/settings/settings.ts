/**
 * The site's settings as they hold now: defaults, then what operators stored, then what the environment fixes.
 * Each host keeps them in memory and reads them anew when any host says that they changed.
 */
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import type { PublicSettings, Settings } from '@contract/kernel/entities';
import { settingDefaults, settingRules, type SettingKey, type SettingValues } from '@contract/kernel/settings';
import type { Config } from '../../kernel/config';
import type { Db } from '../db/db';
import { menus, settings } from '../db/schema/schema';
import { pushKeys } from '../push/keys';
import { inTurn } from './serialized';

type Menus = z.output<typeof Settings>['menus'];
/** What visitors know that no single setting says. */
type Added = Pick<PublicSettings, 'menus' | 'isSandbox' | 'webPushPublicKey' | 'livekitUrl'>;

export interface SettingsStore {
  /** The values in force. */
  values(): SettingValues;
  /** What every visitor may know. */
  visible(): PublicSettings;
  /** Reads them again; call it after a change on this host, others are told by `notify`. */
  reload(): Promise<void>;
}

const isKey = (key: string): key is SettingKey => Object.hasOwn(settingRules, key);
const publicKeys = (Object.keys(settingRules) as SettingKey[]).filter((key) => settingRules[key].visibility === 'public');

/** Services that have no keys are off for visitors, whatever the switch says. */
function available(values: SettingValues, config: Config): Partial<SettingValues> {
  return {
    googleLoginEnabled: values.googleLoginEnabled && config.google !== null,
    twitterLoginEnabled: values.twitterLoginEnabled && config.twitter !== null,
    recaptchaEnabled: values.recaptchaEnabled && config.recaptcha !== null,
  };
}

/** The settings as they stand in the database, or in the transaction that changes them. */
export async function readSettings(db: Db, config: Config): Promise<{ values: SettingValues; visible: PublicSettings }> {
  // One after the other: inside a transaction there is one connection.
  const rows = await db.select().from(settings);
  const entries = await db.select().from(menus).orderBy(asc(menus.section), asc(menus.ordering));
  const stored = Object.fromEntries(rows.filter((row) => isKey(row.key)).map((row) => [row.key, row.value]));
  const values = { ...settingDefaults, ...(stored as Partial<SettingValues>), ...config.fixedSettings };
  const shown = { ...values, ...available(values, config) };
  const visible = {
    ...(Object.fromEntries(publicKeys.map((key) => [key, shown[key]])) as Omit<PublicSettings, keyof Added>),
    menus: entries.map(({ id, ...menu }) => ({ _id: id, ...menu })) satisfies Menus,
    isSandbox: config.stripe === null,
    webPushPublicKey: pushKeys(config.appSecret).publicKey,
    livekitUrl: config.livekit?.url ?? '',
  };
  return { values, visible };
}

/** Loads the settings once and keeps them; `db` is asked again only by `reload`. */
export async function openSettings(db: Db, config: Config): Promise<SettingsStore> {
  let held = await readSettings(db, config);
  return {
    values: () => held.values,
    visible: () => held.visible,
    reload: inTurn(async () => {
      held = await readSettings(db, config);
    }),
  };
}
