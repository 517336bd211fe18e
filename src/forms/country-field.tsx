/** A searchable country field for forms. */
import { Controller } from 'react-hook-form';
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { useCountries } from '@web/services/use-reference';
import { SearchSelectField } from '@web/ui/forms/search-select';

interface CountryFieldProps<T extends FieldValues> {
  control: Control<T>;
  name: FieldPathByValue<T, string>;
  label?: string;
  /** The error message while no country is chosen. Without it the field is not required. */
  required?: string;
  optional?: boolean;
}

export function CountryField<T extends FieldValues>({
  control,
  name,
  label = 'Country',
  required,
  optional = false,
}: CountryFieldProps<T>) {
  const countries = useCountries();
  return (
    <Controller
      control={control}
      name={name}
      rules={required === undefined ? {} : { required }}
      render={({ field, fieldState }) => (
        <SearchSelectField
          label={label}
          optional={optional}
          placeholder="Search countries"
          options={countries}
          value={field.value}
          onChange={(code) => field.onChange(code ?? '')}
          onBlur={field.onBlur}
          error={fieldState.error}
        />
      )}
    />
  );
}
