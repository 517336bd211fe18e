/** People who keep order in her chat with her, found by name. */
import { limits } from '@contract/limits';
import { useId, useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/hooks';
import { Button } from '@web/ui/button';
import { TextField } from '@web/ui/fields';
import { CloseIcon } from '@web/ui/icons';
import { Fault, Skeleton } from '@web/ui/states';
import type { OwnShow } from './studio-show';
import styles from './studio.module.css';

type Person = OwnShow['conversation']['moderators'][number];

const shownMax = 5;

interface ModeratorsProps {
  people: readonly Person[];
  onChange: (people: Person[]) => void;
}

export function Moderators({ people, onChange }: ModeratorsProps) {
  const titleId = useId();
  const [words, setWords] = useState('');
  const [asked, ask] = useState('');
  const find = () => ask(words.trim());
  const add = (person: Person) => {
    onChange([...people, person]);
    setWords('');
    ask('');
  };
  return (
    <div className={styles.form} role="group" aria-labelledby={titleId}>
      <strong id={titleId}>Moderators</strong>
      <p className={styles.quiet}>They delete messages, and mute and ban, as you do.</p>
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
      {people.length >= limits.streamChat.moderatorsMax ? null : (
        <div className={styles.findRow}>
          <TextField
            label="Find somebody"
            optional
            type="search"
            maxLength={limits.searchLengthMax}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Within the form of the rules, which it must not send.
              event.preventDefault();
              find();
            }}
          />
          <Button onPress={find}>Find</Button>
        </div>
      )}
      {asked === '' ? null : <Hits words={asked} chosen={people} onChoose={add} />}
    </div>
  );
}

function Hits({ words, chosen, onChoose }: { words: string; chosen: readonly Person[]; onChoose: (person: Person) => void }) {
  const accountId = useAccountId();
  const { data, error, mutate } = useEndpoint('GET /users/search', { query: { q: words, limit: shownMax } });
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="line" count={2} label="Looking for people…" />;
  const hits = data.data.filter(({ _id }) => _id !== accountId && !chosen.some((person) => person._id === _id));
  if (hits.length === 0) return <p className={styles.quiet}>Nobody of this name.</p>;
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
