/** Second step: what the site must know of a performer. */
import * as limits from '@contract/kernel/limits';
import { attributeOptions } from '@contract/kernel/attributes';
import { said } from '@web/lib/said';
import type { UseFormReturn } from 'react-hook-form';
import { DateField, SelectField } from '@web/ui/forms/fields';
import { CountryField } from '@web/forms/country-field';
import { bornBy } from './performer-values';
import type { PerformerValues } from './performer-values';

const tooYoung = `Performers must be ${String(limits.performerAgeMin_years)} or older.`;

function oldEnough(day: string): string | true {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Enter your date of birth.';
  return day <= bornBy(new Date().toISOString().slice(0, 10)) || tooYoung;
}

export function AboutStep({ form }: { form: UseFormReturn<PerformerValues> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <>
      <DateField
        label="Date of birth"
        hint={`${tooYoung} Fans see your age only if you want that.`}
        autoComplete="bday"
        error={errors.dateOfBirth}
        {...register('dateOfBirth', { validate: oldEnough })}
      />
      <SelectField
        label="Gender"
        placeholder="Choose"
        options={attributeOptions.gender.map(({ value, label }) => ({ value, label: said(label) }))}
        error={errors.gender}
        {...register('gender', { required: 'Choose your gender.' })}
      />
      <CountryField control={control} name="country" required="Choose the country that you live in." />
    </>
  );
}
