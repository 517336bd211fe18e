/** A list of people to which others are added by a name search. The caller provides the search. */
import * as limits from '@contract/kernel/limits';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { CloseIcon } from '@web/ui/icons/icons';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useDebounced } from '@web/ui/core/use-debounced';
import { useAccountId } from '@web/session/store/hooks';
import styles from './people-picker.module.css';

const searchLengthMin = 2;

/** The most search results that are shown. */
export const peopleResultsMax = 5;

interface Person {
  _id: string;
  name: string;
  username: string | null;
}

interface PeoplePickerProps<P> {
  title: string;
  note?: string;
  /** The search field's label. */
  label: string;
  hint?: string;
  peopleMax: number;
  people: readonly P[];
  onChange: (people: P[]) => void;
  /** Renders `PeopleResults` for a search text. */
  renderResults: (query: string, add: (person: P) => void) => ReactNode;
}

export function PeoplePicker<P extends Person>({
  title,
  note,
  label,
  hint,
  peopleMax,
  people,
  onChange,
  renderResults,
}: PeoplePickerProps<P>) {
  const titleId = useId();
  const [query, setQuery] = useState('');
  const debouncedQuery = useDebounced(query).trim();
  const add = (person: P) => {
    onChange([...people, person]);
    setQuery('');
  };
  return (
    <div className={styles.picker} role="group" aria-labelledby={titleId}>
      <strong id={titleId}>{title}</strong>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {people.length === 0 ? null : (
        <div className={styles.row}>
          {people.map((person) => (
            <Button
              key={person._id}
              size="small"
              icon={<CloseIcon />}
              onPress={() => onChange(people.filter(({ _id }) => _id !== person._id))}
            >
              Remove {person.name}
            </Button>
          ))}
        </div>
      )}
      {people.length >= peopleMax ? null : (
        <TextField
          label={label}
          optional
          type="search"
          hint={hint}
          maxLength={limits.searchLengthMax}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            // The field may be inside a form, which Enter must not submit.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {debouncedQuery.length < searchLengthMin || query === '' ? null : renderResults(debouncedQuery, add)}
    </div>
  );
}

interface PeopleResultsProps<P> {
  response: { data?: { data: readonly P[] } | undefined; error?: unknown; mutate: () => Promise<unknown> };
  /** The label while the search is pending. */
  loadingLabel: string;
  chosen: readonly Person[];
  onChoose: (person: P) => void;
}

export function PeopleResults<P extends Person>({
  response: { data, error, mutate },
  loadingLabel,
  chosen,
  onChoose,
}: PeopleResultsProps<P>) {
  const accountId = useAccountId();
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="line" count={2} label={loadingLabel} />;
  const hits = data.data.filter(({ _id }) => _id !== accountId && !chosen.some((person) => person._id === _id));
  if (hits.length === 0) return <p className={styles.note}>No matches. Check the spelling.</p>;
  return (
    <div className={styles.row}>
      {hits.map((person) => (
        <Button key={person._id} size="small" onPress={() => onChoose(person)}>
          Add {person.name}
          {person.username === null ? '' : ` (@${person.username})`}
        </Button>
      ))}
    </div>
  );
}
