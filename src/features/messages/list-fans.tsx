/** Who is on an own list, each to be written to or taken off, with a way back. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { writePath } from '@web/lib/paths';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { inOrder } from '@web/session/in-order';
import { problemOf } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { useListsChanged } from './use-lists-changed';
import styles from '../talk/messages/lists/lists.module.css';

type Person = AnswerOf<'GET /performer/lists/:id'>['users'][number];

/** So many are drawn at once: a list may have a thousand. */
const step = 50;

export function ListFans({ list, onClose }: { list: { _id: string; name: string }; onClose: () => void }) {
  const { data, error, mutate } = useEndpoint('GET /performer/lists/:id', { params: { id: list._id } });
  return (
    <OpenSheet title={`Fans on “${list.name}”`} onClose={onClose}>
      {data === undefined ? (
        error ? (
          <Fault error={error} onRetry={() => void mutate()} />
        ) : (
          <Skeleton shape="row" count={3} label="Loading who is on it…" />
        )
      ) : (
        <People listId={list._id} people={data.users} />
      )}
    </OpenSheet>
  );
}

/** Whoever is taken off stays in sight with the way back: words above the page cannot be reached from a sheet. */
function People({ listId, people }: { listId: string; people: readonly Person[] }) {
  const changed = useListsChanged();
  const [before, setBefore] = useState(people);
  const [off, setOff] = useState<readonly string[]>([]);
  const [shown, setShown] = useState(step);
  const [problem, setProblem] = useState<string | null>(null);
  // Those who came meanwhile stand below those who were there.
  const all = [...before, ...people.filter(({ _id }) => !before.some((one) => one._id === _id))];
  if (all.length !== before.length) setBefore(all);

  const put = async (id: string, isOn: boolean) => {
    const mark = (on: boolean) => setOff((ids) => (on ? ids.filter((other) => other !== id) : [...ids, id]));
    mark(isOn);
    setProblem(null);
    try {
      await inOrder(`list:${listId}`, () =>
        services.fans['PUT /performer/lists/:id']({ params: { id: listId }, body: isOn ? { addIds: [id] } : { removeIds: [id] } }),
      );
      changed();
    } catch (thrown) {
      mark(!isOn);
      setProblem(problemOf(thrown, messages.saveFailed).message);
    }
  };
  if (all.length === 0) {
    return <Empty title="Nobody is on it yet" text="Put fans on it from your subscribers, or beside a conversation." />;
  }
  return (
    <div className={styles.form}>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <ul className={styles.people} aria-label="Fans on the list">
        {all.slice(0, shown).map((person) => (
          <li key={person._id}>
            <OnePerson person={person} isOff={off.includes(person._id)} onPut={(isOn) => void put(person._id, isOn)} />
          </li>
        ))}
      </ul>
      {all.length > shown ? <Button onPress={() => setShown(shown + step)}>Show more</Button> : null}
    </div>
  );
}

function OnePerson({ person, isOff, onPut }: { person: Person; isOff: boolean; onPut: (isOn: boolean) => void }) {
  const { name } = person;
  return (
    <PersonLine
      person={person}
      {...(isOff ? { note: 'Taken off' } : {})}
      action={
        <span className={styles.actions}>
          <Button size="small" href={writePath(person)} aria-label={`Message ${name}`}>
            Message
          </Button>
          <Button size="small" aria-label={isOff ? `Put ${name} back` : `Take ${name} off the list`} onPress={() => onPut(isOff)}>
            {isOff ? 'Put back' : 'Take off'}
          </Button>
        </span>
      }
    />
  );
}
