/** A setting's value as it is typed, and back. Pure: the host decides what is allowed, this only reads what is written. */
import type { AnswerOf } from '@web/services/call';

export type AdminSetting = AnswerOf<'GET /admin/settings'>[number];
export type SettingValue = AdminSetting['value'];
/** What a field holds while it is being changed. */
export type Typed = string | boolean;

const two = (part: number): string => String(part).padStart(2, '0');

/** An instant as a field for date and time shows it, in the time zone of the browser. */
export function localOf(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return `${String(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant that such a field means; null when it is empty. */
export function instantOf(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

/** A stored value as its field shows it. */
export function typedOf({ type, value }: Pick<AdminSetting, 'type' | 'value'>): Typed {
  if (type === 'switch') return value === true;
  if (type === 'instant') return typeof value === 'string' ? localOf(value) : '';
  return value === null ? '' : String(value);
}

/** The value to send for what was typed. A figure that cannot be read goes as text, so that the host names what it wants. */
export function valueOf({ type }: Pick<AdminSetting, 'type'>, typed: Typed): SettingValue {
  if (typeof typed === 'boolean') return typed;
  if (type === 'instant') return instantOf(typed);
  if (type !== 'number' && type !== 'amount') return typed.trim();
  const figure = typed.trim().replace(',', '.');
  return figure === '' || Number.isNaN(Number(figure)) ? typed : Number(figure);
}

/** A value in words, for showing what changes. */
export function wordsOf({ type, value }: Pick<AdminSetting, 'type' | 'value'>): string {
  if (type === 'switch') return value === true ? 'on' : 'off';
  if (value === null || value === '') return 'empty';
  if (type === 'instant' && typeof value === 'string') return localOf(value).replace('T', ' ');
  return String(value);
}
