/** Changes the password, or sets the first one. All other sessions are revoked. */
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver } from '@web/forms/contract-resolver';
import { useAccountForm } from '@web/forms/use-account-form';
import { useCurrentUser, useAppDispatch, useAccountUpdate } from '@web/session/store/hooks';
import { passwordSubmitted, refreshRequested } from '@web/session/store/intents';
import { PasswordField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';

interface Values {
  currentPassword: string;
  password: string;
}

const fieldOf = { wrong_password: 'currentPassword', password_too_common: 'password' } as const;
const emptyValues: Values = { currentPassword: '', password: '' };
const signInAgain = 'For security, log out and back in to set a password.';

export function PasswordSection() {
  const dispatch = useAppDispatch();
  const hasPassword = useCurrentUser()?.hasPassword ?? true;
  const { error, updatedPassword } = useAccountUpdate();
  const bodyOf = ({ currentPassword, password }: Values) => (hasPassword ? { password, currentPassword } : { password });
  const form = useForm<Values>({
    defaultValues: emptyValues,
    resolver: contractResolver('PUT /auth/users/me/password', () => import('@contract/people/auth'), bodyOf, {
      currentPassword: { empty: 'Enter your current password.' },
      password: { empty: 'Choose a password.' },
    }),
  });
  const { register, formState, reset } = form;
  const { errors } = formState;
  const saving = useAccountForm(form, (values) => passwordSubmitted(bodyOf(values)), fieldOf);
  useEffect(() => {
    if (updatedPassword === null) return;
    reset(emptyValues);
    dispatch(refreshRequested());
  }, [dispatch, reset, updatedPassword]);

  const requiresSignIn = error?.code === 'reauthentication_required';
  return (
    <FormSection
      title={hasPassword ? 'Change password' : 'Set a password'}
      description="This logs you out on all your other devices."
      {...saving}
      result={requiresSignIn ? { tone: 'danger', text: signInAgain } : saving.result}
      saveLabel={hasPassword ? 'Change password' : 'Set password'}
    >
      {hasPassword ? <PasswordField label="Current password" error={errors.currentPassword} {...register('currentPassword')} /> : null}
      <PasswordField label="New password" strength hint="At least 8 characters." error={errors.password} {...register('password')} />
    </FormSection>
  );
}
