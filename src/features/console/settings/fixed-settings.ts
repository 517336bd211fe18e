/** Settings that are fixed so far, with the reason. */
import type { SettingKey } from '@contract/kernel/settings';

const settled: Partial<Record<SettingKey, string>> = {
  paymentGateway: 'The only gateway so far. Without its keys in the environment the sandbox answers for it.',
};

const at = <T extends object>(table: T, key: string): T[keyof T] | undefined => (key in table ? table[key as keyof T] : undefined);

/** Why a setting cannot be changed yet. */
export const fixedReason = (key: string): string | undefined => at(settled, key);
