/** One setting as a field, by its type. A setting that the environment fixes is read-only. */
import { numberFormat } from '@web/lib/i18n/intl';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { forwardArrow } from '@web/ui/core/reading-direction';
import { fixedReason } from './fixed-settings';
import { formatSetting } from './setting-value';
import type { AdminSetting, FieldValue } from './setting-value';
import { translateMessage } from '@web/lib/i18n/server-messages';

interface SettingFieldProps {
  setting: AdminSetting;
  typed: FieldValue;
  error: string | undefined;
  onChange: (typed: FieldValue) => void;
}

const formatNumber = (amount: number): string => numberFormat(undefined, {}).format(amount);

function hintOf({ key, type, minimum, maximum, isFixed }: AdminSetting): string | undefined {
  if (isFixed) return 'Set in the server configuration.';
  const isFigure = type === 'number' || type === 'amount';
  const bounds =
    isFigure && minimum !== null && maximum !== null ? `From ${formatNumber(minimum)} to ${formatNumber(maximum)}.` : undefined;
  return [bounds, fixedReason(key)].filter(Boolean).join(' ') || undefined;
}

export function SettingField({ setting, typed, error, onChange: onTyped }: SettingFieldProps) {
  const { key, label, type, maximum, isFixed } = setting;
  const frame = {
    label: translateMessage(label),
    error,
    hint: hintOf(setting),
    disabled: isFixed || fixedReason(key) !== undefined,
    name: key,
  };
  if (typeof typed === 'boolean') return <SwitchField {...frame} checked={typed} onChange={(event) => onTyped(event.target.checked)} />;
  const field = { ...frame, value: typed, onChange: (event: { target: { value: string } }) => onTyped(event.target.value) };
  if (type === 'choice')
    return <SelectField {...field} options={setting.options.map((value) => ({ value, label: choiceWord(key, value) }))} />;
  if (type === 'long-text') return <TextAreaField {...field} {...(maximum === null ? {} : { maxLength: maximum })} />;
  if (type === 'instant') return <TextField {...field} type="datetime-local" />;
  if (type === 'number' || type === 'amount') return <TextField {...field} inputMode="decimal" autoComplete="off" />;
  return <TextField {...field} autoComplete="off" {...(maximum === null ? {} : { maxLength: maximum })} />;
}

const choiceWord = (key: string, value: string): string =>
  key === 'currency' ? value.toUpperCase() : value.charAt(0).toUpperCase() + value.slice(1);

/** The changes, setting by setting. */
export function SettingChange({ setting, next }: { setting: AdminSetting; next: AdminSetting['value'] }) {
  return (
    <>
      <strong>{translateMessage(setting.label)}</strong>
      <br />
      <del>{formatSetting(setting)}</del> {forwardArrow()} <ins>{formatSetting({ type: setting.type, value: next })}</ins>
    </>
  );
}
