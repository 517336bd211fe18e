/** What an audit entry keeps of a change: the fields that differ, before and after, in forms that JSON can hold. */
import { amountOf } from '@contract/values';

type Fields = Readonly<Record<string, unknown>>;

/** Moments of change say nothing that the entry's own moment does not. */
const unsaid = new Set(['updatedAt']);

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? amountOf(value) : value);
const asText = (value: unknown): string => JSON.stringify(value, (_key, inner: unknown) => plain(inner));
const only = (fields: Fields, keys: string[]): Fields =>
  Object.fromEntries(keys.map((key) => [key, JSON.parse(asText(fields[key] ?? null))]));

/** The fields that differ between two states of the same thing. */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const keys = Object.keys(after).filter((key) => !unsaid.has(key) && asText(before[key] ?? null) !== asText(after[key] ?? null));
  return { before: only(before, keys), after: only(after, keys) };
}
