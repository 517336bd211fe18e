/** Converts a setting's value to the text of its field, and back. Pure: the API validates, this module only parses. */
import type { ResponseOf } from '@web/services/call';

export type AdminSetting = ResponseOf<'GET /admin/settings'>[number];
export type SettingValue = AdminSetting['value'];
/** The value of a field while it is being edited. */
export type FieldValue = string | boolean;

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** An instant as a datetime-local field shows it, in the browser's time zone. */
export function toLocalDateTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return `${String(at.getFullYear())}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The instant of a datetime-local value; null when it is empty. */
export function fromLocalDateTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

/** The field value for a stored value. */
export function fieldValueOf({ type, value }: Pick<AdminSetting, 'type' | 'value'>): FieldValue {
  if (type === 'switch') return value === true;
  if (type === 'instant') return typeof value === 'string' ? toLocalDateTime(value) : '';
  return value === null ? '' : String(value);
}

/** The value to send for an edited field. A number that cannot be parsed is sent as text, so that the API's error names the format. */
export function parseFieldValue({ type }: Pick<AdminSetting, 'type'>, typed: FieldValue): SettingValue {
  if (typeof typed === 'boolean') return typed;
  if (type === 'instant') return fromLocalDateTime(typed);
  if (type !== 'number' && type !== 'amount') return typed.trim();
  const decimal = typed.trim().replace(',', '.');
  return decimal === '' || Number.isNaN(Number(decimal)) ? typed : Number(decimal);
}

/** A value as text, for the list of changes. */
export function formatSetting({ type, value }: Pick<AdminSetting, 'type' | 'value'>): string {
  if (type === 'switch') return value === true ? 'on' : 'off';
  if (value === null || value === '') return 'empty';
  if (type === 'instant' && typeof value === 'string') return toLocalDateTime(value).replace('T', ' ');
  return String(value);
}
