/** A search field. It searches on Enter; emptying the field ends the search. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { TextField } from '@web/ui/forms/fields';
import { Form } from '@web/ui/forms/form';

interface SearchFormProps {
  label: string;
  autoFocus?: boolean;
  /** Receives the trimmed text. */
  onSearch: (text: string) => void;
}

export function SearchForm({ label, autoFocus = false, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState('');
  return (
    <Form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <TextField
        label={label}
        labelHidden
        placeholder={label}
        type="search"
        autoFocus={autoFocus}
        maxLength={limits.searchLengthMax}
        enterKeyHint="search"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '') onSearch('');
        }}
      />
    </Form>
  );
}
