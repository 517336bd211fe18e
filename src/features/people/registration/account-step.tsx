/** First step: names and login details. */
import type { UseFormReturn } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { PasswordField, TextField } from '@web/ui/forms/fields';
import type { PerformerValues } from './performer-values';
import { UsernameField } from './username-field';

export function AccountStep({ form }: { form: UseFormReturn<PerformerValues> }) {
  const { register, watch, setValue, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextField
        label="Name"
        hint="Your stage name, as fans see it."
        autoComplete="nickname"
        error={errors.name}
        {...register('name', fieldRules.name)}
      />
      <UsernameField
        value={watch('username')}
        error={errors.username}
        hint="The web address of your profile."
        field={register('username', fieldRules.username)}
        onPick={(username) => setValue('username', username, { shouldValidate: true })}
      />
      <TextField label="Email" type="email" autoComplete="email" error={errors.email} {...register('email', fieldRules.email)} />
      <PasswordField
        label="Password"
        strength
        hint="At least 8 characters."
        error={errors.password}
        {...register('password', fieldRules.newPassword)}
      />
    </>
  );
}
