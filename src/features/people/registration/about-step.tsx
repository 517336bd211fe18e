/** Second step: required details of a performer. */
import * as limits from '@contract/kernel/limits';
import { attributeOptions } from '@contract/kernel/attributes';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { UseFormReturn } from 'react-hook-form';
import { DateField, SelectField } from '@web/ui/forms/fields';
import { CountryField } from '@web/forms/country-field';
import { latestBirthDate } from './performer-values';
import type { PerformerValues } from './performer-values';

const minimumAgeText = `Creators must be ${String(limits.performerAgeMin_years)} or older.`;

function validateAge(day: string): string | true {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Enter your date of birth.';
  return day <= latestBirthDate(new Date().toISOString().slice(0, 10)) || minimumAgeText;
}

export function AboutStep({ form }: { form: UseFormReturn<PerformerValues> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <DateField
        label="Date of birth"
        hint={`${minimumAgeText} Fans only see your age if you want them to.`}
        autoComplete="bday"
        error={errors.dateOfBirth}
        {...register('dateOfBirth', { validate: validateAge })}
      />
      <SelectField
        label="Gender"
        placeholder="Choose"
        options={attributeOptions.gender.map(({ value, label }) => ({ value, label: translateMessage(label) }))}
        error={errors.gender}
        {...register('gender', { required: 'Choose your gender.' })}
      />
      <CountryField control={control} name="country" required="Choose the country you live in." />
    </>
  );
}
