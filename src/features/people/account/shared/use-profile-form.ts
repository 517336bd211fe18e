/** A profile form with a draft, which is discarded once the changes are saved. */
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FieldByErrorCode } from '@web/forms/field-errors';
import { useAccountForm } from '@web/forms/use-account-form';
import { useAccountUpdate } from '@web/session/store/hooks';
import { profileSubmitted } from '@web/session/store/intents';
import type { ProfileChanges } from '@web/session/store/intents';

type Form<T extends FieldValues> = UseFormReturn<T> & { removeDraft: () => void };

/** `changesOf` returns the values to send. */
export function useProfileForm<T extends FieldValues>(
  form: Form<T>,
  changesOf: (values: T) => ProfileChanges,
  fieldOf?: FieldByErrorCode<T>,
  reauthenticate?: () => Promise<boolean>,
): ReturnType<typeof useAccountForm> {
  const { updateSuccess } = useAccountUpdate();
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (!updateSuccess) return;
    latest.current.removeDraft();
    latest.current.reset(latest.current.getValues());
  }, [updateSuccess]);
  return useAccountForm(form, (values) => profileSubmitted(changesOf(values)), fieldOf, reauthenticate);
}
