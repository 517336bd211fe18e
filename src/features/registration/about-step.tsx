/** Second step: what the site must know of a performer. */
import * as limits from '@contract/limits';
import { attributeOptions } from '@contract/attributes';
import { said } from '@web/lib/said';
import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useCountries } from '@web/services/use-reference';
import { DateField, SelectField } from '@web/ui/fields';
import { SearchSelectField } from '@web/ui/search-select';
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
  const countries = useCountries();
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
      <Controller
        control={control}
        name="country"
        rules={{ required: 'Choose the country that you live in.' }}
        render={({ field, fieldState }) => (
          <SearchSelectField
            label="Country"
            placeholder="Search a country"
            options={countries}
            value={field.value}
            onChange={(country) => field.onChange(country ?? '')}
            onBlur={field.onBlur}
            error={fieldState.error}
          />
        )}
      />
    </>
  );
}
