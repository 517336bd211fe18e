/** Settings that are fixed so far, with the reason. */
import type { SettingKey } from '@contract/kernel/settings';

const settled: Partial<Record<SettingKey, string>> = {
  paymentGateway: 'The only gateway available so far. Without API keys, payments run in test mode.',
};

const at = <T extends object>(table: T, key: string): T[keyof T] | undefined => (key in table ? table[key as keyof T] : undefined);

/** Why a setting cannot be changed yet. */
export const fixedReason = (key: string): string | undefined => at(settled, key);
