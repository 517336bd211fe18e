/** Settings that are kept already though nothing reads them yet: an operator is told so beside the field, not left to wonder. */
import type { SettingGroup, SettingKey } from '@contract/settings';

const shows = 'Takes effect once live shows are installed.';

const hints: Partial<Record<SettingKey, string>> = {
  agoraAppId: shows,
};

/** What is settled so far: shown, with the reason why there is nothing to choose. */
const settled: Partial<Record<SettingKey, string>> = {
  paymentGateway: 'The only gateway so far. Without its keys in the environment the sandbox answers for it.',
  streamingEngine: 'The only engine that needs no keys. Live shows are not installed yet.',
};

const groups: Partial<Record<SettingGroup, string>> = {
  streaming: 'Live shows are not installed yet. What you enter now is kept for then.',
};

const at = <T extends object>(table: T, key: string): T[keyof T] | undefined => (key in table ? table[key as keyof T] : undefined);

/** What is said beside a setting that nothing reads yet. */
export const laterHint = (key: string): string | undefined => at(hints, key);
/** Why a setting cannot be changed yet. */
export const settledReason = (key: string): string | undefined => at(settled, key);
/** What is said above a group of such settings. */
export const laterNotice = (group: SettingGroup): string | undefined => groups[group];
