/** Asks for a code of the second step: the one that the app shows now, or a recovery code of who has lost the app. */
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
      maxLength={limits.secondStep.codeLengthMax}
      error={form.formState.errors.code}
      {...form.register('code', { validate: (code) => code.trim().length >= limits.secondStep.digits || 'Enter a code.' })}
    />
  );
}
