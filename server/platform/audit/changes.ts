/** The changes in an audit entry: the fields that differ, before and after, as JSON values. */
import { amountOf } from '@contract/kernel/values/amounts';

type Fields = Readonly<Record<string, unknown>>;

/** The time of the change is the entry's own time. */
const ignoredKeys = new Set(['updatedAt']);

const toJson = (value: unknown): unknown => (typeof value === 'bigint' ? amountOf(value) : value);
const asText = (value: unknown): string => JSON.stringify(value, (_key, inner: unknown) => toJson(inner));
const pick = (fields: Fields, keys: string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, JSON.parse(asText(fields[key] ?? null))]));

/** The fields that differ between two states of the same object. */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const keys = Object.keys(after).filter((key) => !ignoredKeys.has(key) && asText(before[key] ?? null) !== asText(after[key] ?? null));
  return { before: pick(before, keys), after: pick(after, keys) };
}
