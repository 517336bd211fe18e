/** Changing the password, or setting the first one. Every other session ends by it. */
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { markProblem } from '@web/session/form-problem';
import { useCurrentUser, useIntents, useUpdate } from '@web/session/store/hooks';
import { passwordSubmitted, refreshAsked } from '@web/session/intents';
import { updateForgotten } from '@web/session/store/user.slice';
import { PasswordField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';

interface Values {
  currentPassword: string;
  password: string;
}

const fieldOf = { wrong_password: 'currentPassword', password_too_common: 'password' } as const;
const nothing: Values = { currentPassword: '', password: '' };
const signInAgain = 'You signed in a while ago. Log out and in again, then set your first password.';

export function PasswordSection() {
  const ask = useIntents();
  const hasPassword = useCurrentUser()?.hasPassword ?? true;
  const { updating, error, updatedPassword } = useUpdate();
  const form = useForm<Values>({ defaultValues: nothing });
  const { register, handleSubmit, formState, reset } = form;
  const { errors } = formState;

  useEffect(() => void ask(updateForgotten()), [ask]);
  const marked = useRef(form);
  useEffect(() => {
    marked.current = form;
  });
  useEffect(() => {
    if (error) markProblem(marked.current, error, fieldOf);
  }, [error]);
  useEffect(() => {
    if (updatedPassword === null) return;
    reset(nothing);
    ask(refreshAsked());
  }, [ask, reset, updatedPassword]);

  const send = ({ currentPassword, password }: Values): void => {
    if (!updating) ask(passwordSubmitted(hasPassword ? { password, currentPassword } : { password }));
  };
  const isAtField = Object.values(errors).some((field) => field.type === 'refused');
  const words = error?.code === 'reauthentication_required' ? signInAgain : error?.message;

  return (
    <FormSection
      title={hasPassword ? 'Change password' : 'Set a password'}
      description="All your other devices are logged out by it."
      busy={updating}
      result={words !== undefined && !isAtField ? { tone: 'danger', text: words } : null}
      onSave={(event) => void handleSubmit(send)(event)}
      saveLabel={hasPassword ? 'Change password' : 'Set password'}
    >
      {hasPassword ? (
        <PasswordField
          label="Present password"
          error={errors.currentPassword}
          {...register('currentPassword', { required: 'Enter your present password.' })}
        />
      ) : null}
      <PasswordField
        label="New password"
        strength
        hint="At least 8 characters."
        error={errors.password}
        {...register('password', fieldRules.newPassword)}
      />
    </FormSection>
  );
}
