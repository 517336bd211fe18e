/** Settings that cannot be changed yet, with the reason. */
import type { SettingKey } from '@contract/kernel/settings';

const readOnlyReasons: Partial<Record<SettingKey, string>> = {
  paymentGateway: 'The only gateway available so far. Without API keys, payments run in test mode.',
};

const valueAt = <T extends object>(table: T, key: string): T[keyof T] | undefined => (key in table ? table[key as keyof T] : undefined);

/** Why a setting cannot be changed yet; undefined if it can. */
export const readOnlyReason = (key: string): string | undefined => valueAt(readOnlyReasons, key);
