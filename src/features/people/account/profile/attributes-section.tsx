/** What a performer tells of herself: words, place, and what fans can search by. */
import * as limits from '@contract/kernel/limits';
import { Controller } from 'react-hook-form';
import { useAttributeOptions, useLanguages } from '@web/services/use-reference';
import type { ProfileChanges } from '@web/session/intents';
import { useDraftedForm } from '@web/forms/use-draft';
import { DateField, SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { SearchManyField } from '@web/ui/forms/search-select';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../../../account/use-profile-form';
import styles from '../shared/account.module.css';

const looks = [
  ['height', 'Height'],
  ['weight', 'Weight'],
  ['bodyType', 'Body type'],
  ['size', 'Size'],
  ['hair', 'Hair'],
  ['eyes', 'Eyes'],
  ['ethnicity', 'Ethnicity'],
  ['sexualOrientation', 'Sexual orientation'],
] as const;
type Look = (typeof looks)[number][0];

const places = [
  ['city', 'City', 'address-level2'],
  ['state', 'State or region', 'address-level1'],
  ['zipCode', 'Postal code', 'postal-code'],
  ['address', 'Street and number', 'street-address'],
] as const;
type Place = (typeof places)[number][0];

type Values = Record<Look | Place, string> & { bio: string; languages: string[]; dateOfBirth: string };

function valuesOf(performer: Performer): Values {
  const text = (keys: readonly (Look | Place)[]) => Object.fromEntries(keys.map((key) => [key, performer[key] ?? '']));
  return {
    ...(text([...looks.map(([key]) => key), ...places.map(([key]) => key)]) as Record<Look | Place, string>),
    bio: performer.bio,
    languages: performer.languages,
    dateOfBirth: performer.dateOfBirth ?? '',
  };
}

function changesOf({ bio, languages, dateOfBirth, ...texts }: Values): ProfileChanges {
  const given = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim() || null]));
  return { ...given, bio: bio.trim(), languages, ...(dateOfBirth === '' ? {} : { dateOfBirth }) };
}

export function AttributesSection() {
  const performer = usePerformer();
  return performer === null ? null : <AttributesForm performer={performer} />;
}

function AttributesForm({ performer }: { performer: Performer }) {
  const languages = useLanguages();
  const options = useAttributeOptions();
  const form = useDraftedForm<Values>({ defaultValues: valuesOf(performer) }, { place: 'account-attributes' });
  const { register, control, formState } = form;
  const { errors } = formState;
  const saving = useProfileForm(form, changesOf, { under_age: 'dateOfBirth' });
  return (
    <FormSection
      title="About you"
      description="Shown on your page as far as you fill it in; your address and day of birth are not."
      {...saving}
    >
      <TextAreaField label="Bio" optional rows={6} maxLength={limits.bioLengthMax} error={errors.bio} {...register('bio')} />
      <Controller
        control={control}
        name="languages"
        render={({ field, fieldState }) => (
          <SearchManyField
            label="Languages"
            optional
            placeholder="Search a language"
            options={languages}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            countMax={limits.languagesMax}
            error={fieldState.error}
          />
        )}
      />
      <DateField
        label="Date of birth"
        hint="Fans see at most an age band."
        autoComplete="bday"
        error={errors.dateOfBirth}
        {...register('dateOfBirth')}
      />
      <div className={styles.pair}>
        {places.map(([name, label, autoComplete]) => (
          <TextField key={name} label={label} optional autoComplete={autoComplete} error={errors[name]} {...register(name)} />
        ))}
      </div>
      <div className={styles.pair}>
        {looks.map(([name, label]) => (
          <SelectField
            // The list comes later than the value: the select must be told of its choice again.
            key={`${name} ${String(options[name].length)}`}
            label={label}
            optional
            placeholder="Not said"
            options={options[name]}
            error={errors[name]}
            {...register(name)}
          />
        ))}
      </div>
    </FormSection>
  );
}
