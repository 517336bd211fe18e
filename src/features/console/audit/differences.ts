/** The values before and after an audit entry, field by field, formatted for people. */
import { fullDate } from '@web/lib/i18n/dates';
import type { AuditEntry } from './requests';

interface FieldChange {
  field: string;
  before: string;
  after: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The ID of the API key that was used. It is shown beside the fields because it is not a field of the target. */
const apiKeyField = 'apiKeyId';
const nothing = 'Nothing';

const fieldsOf = (value: unknown): Fields => {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : { value };
};

const isTimestamp = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return isTimestamp(value) ? `${fullDate(value, undefined, 'UTC')} UTC` : value;
  if (!Array.isArray(value)) return JSON.stringify(value, null, 2);
  if (value.length === 0) return nothing;
  return value.every((item) => typeof item !== 'object') ? value.map(String).join(', ') : JSON.stringify(value, null, 2);
}

/** `deliveryStatus` becomes `Delivery status`. */
const titleOf = (name: string): string => {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, (_whole, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** The fields of an entry, in the entry's order. */
export function fieldChangesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => name !== apiKeyField)
    .map((name) => ({ field: titleOf(name), before: formatValue(old[name]), after: formatValue(next[name]) }));
}

/** The ID of the API key that the action was performed with; null if none was used. */
export function apiKeyIdOf({ after }: Pick<AuditEntry, 'after'>): string | null {
  const id = fieldsOf(after)[apiKeyField];
  return typeof id === 'string' ? id : null;
}
