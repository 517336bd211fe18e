/** Submits a form: one submission at a time, errors at their fields, and the input is kept. */
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from './field-errors';
import type { FieldByErrorCode } from './field-errors';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';

export interface Sending<T extends FieldValues> {
  busy: boolean;
  /** The error that belongs to no field, or null. */
  error: SerializedError | null;
  /** The form's `onSubmit`. Does nothing while a submission is pending. */
  submit: (event?: React.BaseSyntheticEvent) => void;
  /** The fields of the last error. */
  marked: FieldPath<T>[];
}

interface SendOptions<T extends FieldValues> {
  fieldOf?: FieldByErrorCode<T>;
  /** The message for an error without one. */
  fallbackMessage?: string;
  /** Called with the invalid fields, from the server or the form's own rules. */
  onInvalid?: (fields: FieldPath<T>[]) => void;
}

/** `send` is called with the form's values and may reject with `ApiError`. */
export function useSend<T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (values: T) => Promise<void>,
  options: SendOptions<T> = {},
): Sending<T> {
  const { fieldOf, fallbackMessage = messages.anyFailure, onInvalid } = options;
  const [busy, setBusy] = useState(false);
  const [sendError, setSendError] = useState<SerializedError | null>(null);
  const [marked, setMarked] = useState<FieldPath<T>[]>([]);
  const isPending = useRef(false);

  const attempt = async (values: T): Promise<void> => {
    setSendError(null);
    try {
      await send(values);
    } catch (error) {
      const serialized = serializeError(error, fallbackMessage);
      const fields = applyFieldErrors(form, serialized, fieldOf);
      setMarked(fields);
      if (fields.length > 0) onInvalid?.(fields);
      else if (serialized.code !== 'session_ended') setSendError(serialized);
    }
  };
  const submit = (event?: React.BaseSyntheticEvent): void => {
    event?.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    // Validation may load its schema first.
    setBusy(true);
    const reportErrors = (errors: object): void => onInvalid?.(Object.keys(errors) as FieldPath<T>[]);
    const submission = form.handleSubmit(attempt, reportErrors)(event);
    void submission.finally(() => {
      isPending.current = false;
      setBusy(false);
    });
  };
  return { busy, error: sendError, submit, marked };
}
