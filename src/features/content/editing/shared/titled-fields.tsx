/** Title and description fields. */
import * as limits from '@contract/kernel/limits';
import { TextAreaField, TextField } from '@web/ui/forms/fields';

interface TitledFieldsProps {
  values: { title: string; description: string };
  fieldErrors: { title?: string | undefined };
  /** The label of the title field. */
  label?: string;
  onChange: (next: { title?: string; description?: string }) => void;
}

export function TitledFields({ values, fieldErrors, label = 'Title', onChange }: TitledFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        maxLength={limits.itemTitleLengthMax}
        error={fieldErrors.title}
        value={values.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextAreaField
        label="Description"
        optional
        maxLength={limits.itemDescriptionLengthMax}
        value={values.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}
