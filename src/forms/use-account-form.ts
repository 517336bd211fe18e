/** Submits a form whose values are saved by a session saga: one save at a time, and errors at their fields. */
import type { Action } from 'redux';
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useAppDispatch, useAccountUpdate } from '@web/session/store/hooks';
import { updateReset } from '@web/session/store/user.slice';
import { applyFieldErrors } from './field-errors';
import type { FieldByErrorCode } from './field-errors';

interface AccountForm {
  busy: boolean;
  /** Message for the whole form; field errors are shown at the fields. Success is shown as a toast. */
  result: { tone: 'danger'; text: string } | null;
  onSave: (event: React.BaseSyntheticEvent) => void;
}

/** `actionOf` returns the action that saves the values. Resets the store's last result when the form opens. */
export function useAccountForm<T extends FieldValues>(
  form: UseFormReturn<T>,
  actionOf: (values: T) => Action,
  fieldOf?: FieldByErrorCode<T>,
  /** Called when the API requires reauthentication; after success the same action is dispatched again. */
  reauthenticate?: () => Promise<boolean>,
): AccountForm {
  const dispatch = useAppDispatch();
  const { updating, error } = useAccountUpdate();
  const latest = useRef({ form, fieldOf, reauthenticate });
  const lastAction = useRef<Action | null>(null);
  useEffect(() => {
    latest.current = { form, fieldOf, reauthenticate };
  });

  useEffect(() => void dispatch(updateReset()), [dispatch]);
  useEffect(() => {
    if (!error) return;
    if (error.code !== 'reauthentication_required' || !latest.current.reauthenticate) {
      applyFieldErrors(latest.current.form, error, latest.current.fieldOf);
      return;
    }
    void latest.current.reauthenticate().then((isReauthenticated) => {
      if (isReauthenticated && lastAction.current !== null) dispatch(lastAction.current);
    });
  }, [dispatch, error]);

  const isAtField = Object.values(form.formState.errors).some((field) => field?.type === 'server');
  const send = (values: T): void => {
    if (updating) return;
    lastAction.current = actionOf(values);
    dispatch(lastAction.current);
  };
  return {
    busy: updating,
    result: error && !isAtField ? { tone: 'danger', text: error.message } : null,
    onSave: (event) => void form.handleSubmit(send)(event),
  };
}
