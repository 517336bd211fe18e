/** One setting as a field, by its type. A setting that an environment variable sets is read-only. */
import { numberFormat } from '@web/lib/i18n/intl';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { forwardArrow } from '@web/ui/core/reading-direction';
import { readOnlyReason } from './fixed-settings';
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
  const isNumeric = type === 'number' || type === 'amount';
  const bounds =
    isNumeric && minimum !== null && maximum !== null ? `From ${formatNumber(minimum)} to ${formatNumber(maximum)}.` : undefined;
  return [bounds, readOnlyReason(key)].filter(Boolean).join(' ') || undefined;
}

export function SettingField({ setting, typed, error, onChange: onTyped }: SettingFieldProps) {
  const { key, label, type, maximum, isFixed } = setting;
  const fieldProps = {
    label: translateMessage(label),
    error,
    hint: hintOf(setting),
    disabled: isFixed || readOnlyReason(key) !== undefined,
    name: key,
  };
  if (typeof typed === 'boolean')
    return <SwitchField {...fieldProps} checked={typed} onChange={(event) => onTyped(event.target.checked)} />;
  const inputProps = { ...fieldProps, value: typed, onChange: (event: { target: { value: string } }) => onTyped(event.target.value) };
  if (type === 'choice')
    return <SelectField {...inputProps} options={setting.options.map((value) => ({ value, label: choiceLabel(key, value) }))} />;
  if (type === 'long-text') return <TextAreaField {...inputProps} {...(maximum === null ? {} : { maxLength: maximum })} />;
  if (type === 'instant') return <TextField {...inputProps} type="datetime-local" />;
  if (type === 'number' || type === 'amount') return <TextField {...inputProps} inputMode="decimal" autoComplete="off" />;
  return <TextField {...inputProps} autoComplete="off" {...(maximum === null ? {} : { maxLength: maximum })} />;
}

const choiceLabel = (key: string, value: string): string =>
  key === 'currency' ? value.toUpperCase() : value.charAt(0).toUpperCase() + value.slice(1);

/** One changed setting, with its old and new value. */
export function SettingChange({ setting, next }: { setting: AdminSetting; next: AdminSetting['value'] }) {
  return (
    <>
      <strong>{translateMessage(setting.label)}</strong>
      <br />
      <del>{formatSetting(setting)}</del> {forwardArrow()} <ins>{formatSetting({ type: setting.type, value: next })}</ins>
    </>
  );
}
