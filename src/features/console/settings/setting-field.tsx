/** One setting as a field, by its type. A setting that the environment fixes is shown and cannot be changed. */
import { numberFormat } from '@web/lib/intl';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { towards } from '@web/ui/onward';
import { settledReason } from './fixed-settings';
import { wordsOf } from '../setting-value';
import type { AdminSetting, Typed } from '../setting-value';
import { said } from '@web/lib/said';

interface SettingFieldProps {
  setting: AdminSetting;
  typed: Typed;
  error: string | undefined;
  onTyped: (typed: Typed) => void;
}

const figure = (amount: number): string => numberFormat(undefined, {}).format(amount);

function hintOf({ key, type, minimum, maximum, isFixed }: AdminSetting): string | undefined {
  if (isFixed) return 'Fixed by the environment of the host.';
  const isFigure = type === 'number' || type === 'amount';
  const bounds = isFigure && minimum !== null && maximum !== null ? `From ${figure(minimum)} to ${figure(maximum)}.` : undefined;
  return [bounds, settledReason(key)].filter(Boolean).join(' ') || undefined;
}

export function SettingField({ setting, typed, error, onTyped }: SettingFieldProps) {
  const { key, label, type, maximum, isFixed } = setting;
  const frame = { label: said(label), error, hint: hintOf(setting), disabled: isFixed || settledReason(key) !== undefined, name: key };
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

/** What changes, setting by setting. */
export function SettingChange({ setting, next }: { setting: AdminSetting; next: AdminSetting['value'] }) {
  return (
    <>
      <strong>{said(setting.label)}</strong>
      <br />
      <del>{wordsOf(setting)}</del> {towards()} <ins>{wordsOf({ type: setting.type, value: next })}</ins>
    </>
  );
}
