/** Validation of setting values: the rule of each setting, related pairs, and the keys in the environment. */
import { z } from 'zod';
import { Email } from '@contract/kernel/shapes';
import { orderedSettings, settingRules, type SettingKey, type SettingRule, type SettingValues } from '@contract/kernel/settings';
import { centsOf } from '@contract/kernel/values/amounts';
import { streamingEngines } from '@contract/kernel/values/site';
import type { Config } from '../../kernel/config';
import { fail } from '../../kernel/api-error';
import { missingEngineKeys } from '../../live/engines/engines';

export type SettingValue = string | number | boolean | null;

/** Rejects a value with a reason. */
export function rejectValue(reason: string): never {
  return fail('setting_invalid', { message: reason, issues: [{ path: 'value', message: reason }] });
}

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
const lineBreaks = /[\r\n]/;
const imageUrlPattern = /^(\/(?!\/)|https?:\/\/)\S+$/;
const colourPattern = /^#[0-9a-f]{6}$/i;
const Instant = z.iso.datetime({ offset: true });

function text(rule: SettingRule, value: SettingValue): string {
  if (typeof value !== 'string') return rejectValue('Enter text.');
  const trimmed = value.trim();
  if (controlCharacters.test(trimmed) || !trimmed.isWellFormed())
    return rejectValue('This text contains characters that can’t be saved. Remove them.');
  if (trimmed.length < (rule.minimum ?? 0)) return rejectValue('Enter at least 1 character.');
  if (rule.maximum !== undefined && trimmed.length > rule.maximum) return rejectValue(`Enter up to ${String(rule.maximum)} characters.`);
  return trimmed;
}

function line(rule: SettingRule, value: SettingValue): string {
  const trimmed = text(rule, value);
  return lineBreaks.test(trimmed) ? rejectValue('Enter a single line of text.') : trimmed;
}

function number({ minimum = -Infinity, maximum = Infinity, value: defaultValue }: SettingRule, value: SettingValue): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return rejectValue('Enter a number.');
  if (value < minimum || value > maximum) return rejectValue(`Enter a number from ${String(minimum)} to ${String(maximum)}.`);
  // A setting with a whole default is a count; shares have decimals.
  if (Number.isInteger(defaultValue) && !Number.isInteger(value)) return rejectValue('Enter a whole number.');
  return value;
}

function amount({ minimum = 0, maximum = Infinity }: SettingRule, value: SettingValue): number {
  if (typeof value !== 'number' || centsOf(value) === null) return rejectValue('Enter an amount with up to 2 decimals.');
  return value < minimum || value > maximum ? rejectValue(`Enter an amount from ${String(minimum)} to ${String(maximum)}.`) : value;
}

function instant(value: SettingValue): string | null {
  if (value === null || value === '') return null;
  const parsed = Instant.safeParse(value);
  return parsed.success
    ? new Date(parsed.data).toISOString()
    : rejectValue('Enter a date and time as YYYY-MM-DDTHH:MM:SSZ, or leave it blank.');
}

function image(rule: SettingRule, value: SettingValue): string {
  const url = line(rule, value);
  return url === '' || imageUrlPattern.test(url) ? url : rejectValue('Enter an image URL, or leave it blank.');
}

function colour(value: SettingValue): string {
  return typeof value === 'string' && colourPattern.test(value) ? value.toLowerCase() : rejectValue('Enter a color as #rrggbb.');
}

function choice({ options = [] }: SettingRule, value: SettingValue): string {
  return typeof value === 'string' && options.includes(value) ? value : rejectValue(`Choose one of: ${options.join(', ')}.`);
}

/** The normalized value as it is stored. Rejects with setting_invalid. */
function normalized(rule: SettingRule, value: SettingValue): SettingValue {
  switch (rule.type) {
    case 'text':
      // A setting whose default is null can be reset to null.
      return rule.value === null && (value === null || value === '') ? null : line(rule, value);
    case 'long-text':
      return text(rule, value);
    case 'number':
      return number(rule, value);
    case 'amount':
      return amount(rule, value);
    case 'switch':
      return typeof value === 'boolean' ? value : rejectValue('Turn it on or off.');
    case 'choice':
      return choice(rule, value);
    case 'instant':
      return instant(value);
    case 'image':
      return image(rule, value);
    case 'colour':
      return colour(value);
  }
}

/** Rules of single settings, beyond those of their type. */
const extraRules: Partial<Record<SettingKey, (value: SettingValue, config: Config) => void>> = {
  contactEmail: (value) => {
    if (value !== '' && !Email.safeParse(value).success) rejectValue('Enter an email address, or leave it blank.');
  },
  // Other engines are external: without their keys no one could watch a show.
  streamingEngine: (value, config) => {
    const missing = streamingEngines.filter((name) => name === value).flatMap((name) => missingEngineKeys(config, name));
    if (missing.length > 0) rejectValue(`To use ${String(value)}, set ${missing.join(', ')} in the server configuration.`);
  },
};

function assertOrder(key: SettingKey, value: SettingValue, others: SettingValues): void {
  for (const [low, high] of orderedSettings) {
    const [lowest, highest] = [key === low ? value : others[low], key === high ? value : others[high]];
    if (key !== low && key !== high) continue;
    if (typeof lowest === 'number' && typeof highest === 'number' && lowest > highest) {
      rejectValue(
        `“${settingRules[low].label}” can’t be higher than “${settingRules[high].label}” (${String(key === low ? highest : lowest)}).`,
      );
    }
  }
}

/** The value to store, validated against the current values of the other settings. Rejects with setting_invalid and the reason. */
export function settingValue(key: SettingKey, value: SettingValue, others: SettingValues, config: Config): SettingValue {
  const stored = normalized(settingRules[key], value);
  extraRules[key]?.(stored, config);
  assertOrder(key, stored, others);
  return stored;
}
