/** The other performers in a video, found by name. */
import { limits } from '@contract/limits';
import { useEffect, useId, useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/hooks';
import { Button } from '@web/ui/button';
import { TextField } from '@web/ui/fields';
import { CloseIcon } from '@web/ui/icons';
import { Fault, Skeleton } from '@web/ui/states';
import styles from './editing.module.css';

export type Person = Pick<AnswerOf<'GET /performers/user/search'>['data'][number], '_id' | 'name' | 'username'>;

interface PeopleFieldProps {
  people: readonly Person[];
  onChange: (people: Person[]) => void;
}

const shown = 5;
const pause_ms = 300;

/** `text` as it stood when its writer last paused. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

export function PeopleField({ people, onChange }: PeopleFieldProps) {
  const titleId = useId();
  const [words, setWords] = useState('');
  const rested = useRested(words).trim();
  const isFull = people.length >= limits.participantsMax;
  const add = (person: Person) => {
    onChange([...people, person]);
    setWords('');
  };
  return (
    <div className={styles.people} role="group" aria-labelledby={titleId}>
      <strong id={titleId}>Other people in it</strong>
      {people.length === 0 ? null : (
        <div className={styles.cardActions}>
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
      {isFull ? null : (
        <TextField
          label="Find a performer"
          optional
          type="search"
          hint="By name or username."
          maxLength={limits.searchLengthMax}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      {rested.length < 2 || words === '' ? null : <Hits words={rested} chosen={people} onChoose={add} />}
    </div>
  );
}

function Hits({ words, chosen, onChoose }: { words: string; chosen: readonly Person[]; onChoose: (person: Person) => void }) {
  const accountId = useAccountId();
  const { data, error, mutate } = useEndpoint(
    'GET /performers/user/search',
    { query: { q: words, limit: shown } },
    { keepPreviousData: true },
  );
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="line" count={2} label="Looking for performers…" />;
  const hits = data.data.filter(({ _id }) => _id !== accountId && !chosen.some((person) => person._id === _id));
  if (hits.length === 0) return <p className={styles.quiet}>Nobody of this name.</p>;
  return (
    <div className={styles.cardActions}>
      {hits.map(({ _id, name, username }) => (
        <Button key={_id} size="small" onPress={() => onChoose({ _id, name, username })}>
          Add {name}
          {username === null ? '' : ` (@${username})`}
        </Button>
      ))}
    </div>
  );
}
