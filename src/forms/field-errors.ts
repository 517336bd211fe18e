/** Maps a server error to the fields that caused it, and focuses the first. Other errors belong to the form as a whole. */
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ApiErrorCode } from '@web/services/api-error';
import type { SerializedError } from '@web/services/serialized-error';

/** The field of an error code, for errors without field issues. */
export type FieldByErrorCode<T extends FieldValues> = Partial<Record<ApiErrorCode, FieldPath<T>>>;

/** Whether an issue's path is that of a field, or continues into a part of the field's value. */
export const isWithin = (path: string, name: string): boolean => path === name || path.startsWith(`${name}.`);

/**
 * Marks the fields of `error` and focuses the first. Returns their names in the form's order; an empty list means that the message
 * belongs to the form as a whole.
 */
export function applyFieldErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: SerializedError,
  fieldOf: FieldByErrorCode<T> = {},
): FieldPath<T>[] {
  const fields = Object.keys(form.getValues());
  const found = new Map<string, string>();
  for (const issue of error.issues) {
    const field = fields.find((name) => isWithin(issue.path, name));
    if (field !== undefined && !found.has(field)) found.set(field, issue.message);
  }
  const fieldForCode = error.code === null ? undefined : fieldOf[error.code];
  if (fieldForCode !== undefined && found.size === 0) found.set(fieldForCode, error.message);
  const marked = fields.filter((name) => found.has(name)) as FieldPath<T>[];
  for (const name of marked) form.setError(name, { type: 'server', message: found.get(name) });
  const [first] = marked;
  if (first !== undefined) form.setFocus(first);
  return marked;
}
