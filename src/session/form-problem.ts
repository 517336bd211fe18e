/** A refusal shown where it belongs: at the fields that caused it, the first of them focused; the rest is said of the whole form. */
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { RefusalCode } from '@web/services/api-error';
import type { Problem } from './problem';

/** Which field a refusal speaks of when the host names none. */
export type FieldOfCode<T extends FieldValues> = Partial<Record<RefusalCode, FieldPath<T>>>;

/** The first segment of an issue's path is the field; what follows speaks of a part of its value. */
function fieldAt(path: string, known: readonly string[]): string | undefined {
  return known.find((name) => path === name || path.startsWith(`${name}.`));
}

/**
 * Marks the fields that `problem` speaks of and focuses the first. Answers their names in the form's order; an empty list
 * means that the sentence belongs to the form as a whole.
 */
export function markProblem<T extends FieldValues>(form: UseFormReturn<T>, problem: Problem, fieldOf: FieldOfCode<T> = {}): FieldPath<T>[] {
  const known = Object.keys(form.getValues());
  const found = new Map<string, string>();
  for (const issue of problem.issues) {
    const field = fieldAt(issue.path, known);
    if (field !== undefined && !found.has(field)) found.set(field, issue.message);
  }
  const meant = problem.code === null ? undefined : fieldOf[problem.code];
  if (meant !== undefined && found.size === 0) found.set(meant, problem.message);
  const marked = known.filter((name) => found.has(name)) as FieldPath<T>[];
  for (const name of marked) form.setError(name, { type: 'refused', message: found.get(name) });
  const [first] = marked;
  if (first !== undefined) form.setFocus(first);
  return marked;
}
