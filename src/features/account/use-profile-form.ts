/** A form that changes the own account through the session: one save at a time, refusals at their fields, the draft forgotten on success. */
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { markProblem } from '@web/session/form-problem';
import type { FieldOfCode } from '@web/session/form-problem';
import { useIntents, useUpdate } from '@web/session/store/hooks';
import { profileSubmitted } from '@web/session/intents';
import type { ProfileChanges } from '@web/session/intents';
import { updateForgotten } from '@web/session/store/user.slice';

interface Saving {
  busy: boolean;
  /** For the whole form; what belongs to a field stands there. Success is said by a toast. */
  result: { tone: 'danger'; text: string } | null;
  onSave: (event: React.BaseSyntheticEvent) => void;
}

type Form<T extends FieldValues> = UseFormReturn<T> & { forgetDraft: () => void };

/** `changesOf` says what of the form's values is sent. Clears the session's record of the last change when the form opens. */
export function useProfileForm<T extends FieldValues>(
  form: Form<T>,
  changesOf: (values: T) => ProfileChanges,
  fieldOf?: FieldOfCode<T>,
  /** Asks who is there, where the host wants to know it again; the same is sent once more after it. */
  prove?: () => Promise<boolean>,
): Saving {
  const ask = useIntents();
  const { updating, updateSuccess, error } = useUpdate();
  const latest = useRef({ form, fieldOf, prove });
  const sent = useRef<ProfileChanges>({});
  useEffect(() => {
    latest.current = { form, fieldOf, prove };
  });

  useEffect(() => void ask(updateForgotten()), [ask]);
  useEffect(() => {
    if (!error) return;
    if (error.code !== 'reauthentication_required' || !latest.current.prove) {
      markProblem(latest.current.form, error, latest.current.fieldOf);
      return;
    }
    void latest.current.prove().then((isProved) => {
      if (isProved) ask(profileSubmitted(sent.current));
    });
  }, [ask, error]);
  useEffect(() => {
    if (!updateSuccess) return;
    latest.current.form.forgetDraft();
    latest.current.form.reset(latest.current.form.getValues());
  }, [updateSuccess]);

  const isAtField = Object.values(form.formState.errors).some((field) => field?.type === 'refused');
  const send = (values: T): void => {
    if (updating) return;
    sent.current = changesOf(values);
    ask(profileSubmitted(sent.current));
  };
  return {
    busy: updating,
    result: error && !isAtField ? { tone: 'danger', text: error.message } : null,
    onSave: (event) => void form.handleSubmit(send)(event),
  };
}
