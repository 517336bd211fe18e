/** A performer's profile attributes: bio, location, and the attributes that fans can filter by. */
import * as limits from '@contract/kernel/limits';
import { Controller } from 'react-hook-form';
import { useAttributeOptions, useLanguages } from '@web/services/use-reference';
import type { ProfileChanges } from '@web/session/store/intents';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { DateField, SelectField, TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { SearchManyField } from '@web/ui/forms/search-select';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../shared/use-profile-form';
import styles from '../shared/account.module.css';

const appearanceFields = [
  ['height', 'Height'],
  ['weight', 'Weight'],
  ['bodyType', 'Body type'],
  ['size', 'Size'],
  ['hair', 'Hair'],
  ['eyes', 'Eyes'],
  ['ethnicity', 'Ethnicity'],
  ['sexualOrientation', 'Sexual orientation'],
] as const;
type AppearanceField = (typeof appearanceFields)[number][0];

const addressFields = [
  ['city', 'City', 'address-level2'],
  ['state', 'State or region', 'address-level1'],
  ['zipCode', 'Postal code', 'postal-code'],
  ['address', 'Street address', 'street-address'],
] as const;
type AddressField = (typeof addressFields)[number][0];

type Values = Record<AppearanceField | AddressField, string> & { bio: string; languages: string[]; dateOfBirth: string };

function valuesOf(performer: Performer): Values {
  const pick = (keys: readonly (AppearanceField | AddressField)[]) => Object.fromEntries(keys.map((key) => [key, performer[key] ?? '']));
  return {
    ...(pick([...appearanceFields.map(([key]) => key), ...addressFields.map(([key]) => key)]) as Record<
      AppearanceField | AddressField,
      string
    >),
    bio: performer.bio,
    languages: performer.languages,
    dateOfBirth: performer.dateOfBirth ?? '',
  };
}

function changesOf({ bio, languages, dateOfBirth, ...texts }: Values): ProfileChanges {
  const trimmed = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.trim() || null]));
  return { ...trimmed, bio: bio.trim(), languages, ...(dateOfBirth === '' ? {} : { dateOfBirth }) };
}

export function AttributesSection() {
  const performer = usePerformer();
  return performer === null ? null : <AttributesForm performer={performer} />;
}

function AttributesForm({ performer }: { performer: Performer }) {
  const languages = useLanguages();
  const options = useAttributeOptions();
  const form = useDraftedForm<Values>({ defaultValues: valuesOf(performer) }, { draftKey: 'account-attributes' });
  const { register, control, formState } = form;
  const { errors } = formState;
  const saving = useProfileForm(form, changesOf, { under_age: 'dateOfBirth' });
  return (
    <FormSection
      title="About you"
      description="What you fill in appears on your profile, except your address and date of birth."
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
            placeholder="Search languages"
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
        hint="Fans see an age range at most."
        autoComplete="bday"
        error={errors.dateOfBirth}
        {...register('dateOfBirth')}
      />
      <div className={styles.pair}>
        {addressFields.map(([name, label, autoComplete]) => (
          <TextField key={name} label={label} optional autoComplete={autoComplete} error={errors[name]} {...register(name)} />
        ))}
      </div>
      <div className={styles.pair}>
        {appearanceFields.map(([name, label]) => (
          <SelectField
            // The options load after the value: remounting makes the select show its value.
            key={`${name} ${String(options[name].length)}`}
            label={label}
            optional
            placeholder="Not specified"
            options={options[name]}
            error={errors[name]}
            {...register(name)}
          />
        ))}
      </div>
    </FormSection>
  );
}
