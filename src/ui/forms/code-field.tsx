/** A field for a two-factor code: the authenticator app's current code, or a recovery code. */
import * as limits from '@contract/kernel/limits';
import { TextField } from '@web/ui/forms/fields';
import type { UseFormReturn } from 'react-hook-form';

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>;
  label: string;
}

export function CodeField({ form, label }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.twoFactor.codeLengthMax}
      error={form.formState.errors.code}
      {...form.register('code')}
    />
  );
}
