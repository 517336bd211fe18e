/** Title and description, for what has both. */
import * as limits from '@contract/kernel/limits';
import { TextAreaField, TextField } from '@web/ui/forms/fields';

interface TitledFieldsProps {
  values: { title: string; description: string };
  faults: { title?: string | undefined };
  /** What the title is called. */
  label?: string;
  onChange: (next: { title?: string; description?: string }) => void;
}

export function TitledFields({ values, faults, label = 'Title', onChange }: TitledFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        maxLength={limits.itemTitleLengthMax}
        error={faults.title}
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
