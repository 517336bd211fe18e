/** Sending a form once: busy from the first tap, refusals at their fields, nothing typed lost. */
import { messages } from '@contract/kernel/errors';
import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { markProblem } from '@web/session/form-problem';
import type { FieldOfCode } from '@web/session/form-problem';
import { problemOf } from '@web/session/problem';
import type { Problem } from '@web/session/problem';

export interface Sending<T extends FieldValues> {
  busy: boolean;
  /** What no field could say; null while there is nothing to say. */
  problem: Problem | null;
  /** The form's `onSubmit`. A second one while the first is under way does nothing. */
  submit: (event?: React.BaseSyntheticEvent) => void;
  /** Fields the last refusal spoke of. */
  marked: FieldPath<T>[];
}

interface SendOptions<T extends FieldValues> {
  fieldOf?: FieldOfCode<T>;
  /** The sentence for a failure that brings none. */
  otherwise?: string;
  /** Called with the fields that a refusal, or the form itself, found wrong. */
  onWrong?: (fields: FieldPath<T>[]) => void;
}

/** `send` is called with the form's values and may reject with `Refused`. */
export function useSend<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => Promise<void>,
  options: SendOptions<T> = {},
): Sending<T> {
  const { fieldOf, otherwise = messages.anyFailure, onWrong } = options;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [marked, setMarked] = useState<FieldPath<T>[]>([]);
  const isUnderWay = useRef(false);

  const attempt = async (values: T): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await send(values);
    } catch (error) {
      const found = problemOf(error, otherwise);
      const fields = markProblem(form, found, fieldOf);
      setMarked(fields);
      if (fields.length > 0) onWrong?.(fields);
      else if (found.code !== 'session_ended') setProblem(found);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  const submit = (event?: React.BaseSyntheticEvent): void => {
    const wrong = (errors: object): void => onWrong?.(Object.keys(errors) as FieldPath<T>[]);
    void form.handleSubmit(attempt, wrong)(event);
  };
  return { busy, problem, submit, marked };
}
