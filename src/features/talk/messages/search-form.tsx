/** A field for words to look for. They are looked for on Enter; an emptied field takes the search away. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { TextField } from '@web/ui/forms/fields';

interface SearchFormProps {
  label: string;
  autoFocus?: boolean;
  /** Told the words without the spaces around them. */
  onSearch: (words: string) => void;
}

export function SearchForm({ label, autoFocus = false, onSearch }: SearchFormProps) {
  const [typed, type] = useState('');
  return (
    <form
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
          type(target.value);
          if (target.value === '') onSearch('');
        }}
      />
    </form>
  );
}
