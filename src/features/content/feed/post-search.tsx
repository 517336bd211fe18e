/** A search field for posts; Enter submits it. */
import * as limits from '@contract/kernel/limits';
import { TextField } from '@web/ui/forms/fields';
import { Form } from '@web/ui/forms/form';

interface PostSearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

export function PostSearchField({ label, value, onSearch }: PostSearchFieldProps) {
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('q');
        if (field instanceof HTMLInputElement) onSearch(field.value.trim());
      }}
    >
      <TextField
        key={value}
        label={label}
        labelHidden
        type="search"
        name="q"
        placeholder={label}
        defaultValue={value}
        maxLength={limits.searchLengthMax}
        enterKeyHint="search"
        autoComplete="off"
      />
    </Form>
  );
}
