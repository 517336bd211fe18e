/** The members of one of the performer's own lists, each with buttons to message or remove them, and to undo the removal. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { conversationPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { runInOrder } from '@web/lib/in-order';
import { serializeError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PersonLine } from '@web/ui/people/person-line';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useRefreshLists } from '../fans/use-refresh-lists';
import styles from './lists.module.css';

type Person = ResponseOf<'GET /performer/lists/:id'>['users'][number];

/** Number of rows rendered per step: a list may have a thousand members. */
const rowsPerStep = 50;

export function ListFans({ list, onClose }: { list: { _id: string; name: string }; onClose: () => void }) {
  const { data, error, mutate } = useEndpoint('GET /performer/lists/:id', { params: { id: list._id } });
  return (
    <OpenSheet title={`Fans on “${list.name}”`} onClose={onClose}>
      {data === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <Skeleton shape="row" count={3} label="Loading fans…" />
        )
      ) : (
        <Members listId={list._id} people={data.users} />
      )}
    </OpenSheet>
  );
}

/** A removed member stays visible with an undo: a toast above the page cannot be reached from a sheet. */
function Members({ listId, people }: { listId: string; people: readonly Person[] }) {
  const refreshLists = useRefreshLists();
  const [members, setMembers] = useState(people);
  const [removedIds, setRemovedIds] = useState<readonly string[]>([]);
  const [shownCount, setShownCount] = useState(rowsPerStep);
  const [error, setError] = useState<string | null>(null);
  // Members added in the meantime are appended.
  const allMembers = [...members, ...people.filter(({ _id }) => !members.some((member) => member._id === _id))];
  if (allMembers.length !== members.length) setMembers(allMembers);

  const setMember = async (id: string, isMember: boolean) => {
    const markMember = (isMember: boolean) => setRemovedIds((ids) => (isMember ? ids.filter((other) => other !== id) : [...ids, id]));
    markMember(isMember);
    setError(null);
    try {
      await runInOrder(`list:${listId}`, () =>
        services.fans['PUT /performer/lists/:id']({ params: { id: listId }, body: isMember ? { addIds: [id] } : { removeIds: [id] } }),
      );
      refreshLists();
    } catch (thrown) {
      markMember(!isMember);
      setError(serializeError(thrown, messages.saveFailed).message);
    }
  };
  if (allMembers.length === 0) {
    return <EmptyState title="No fans on this list yet" text="Add fans from your subscribers or from a conversation." />;
  }
  return (
    <div className={styles.form}>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <ul className={styles.people} aria-label="Fans on the list">
        {allMembers.slice(0, shownCount).map((person) => (
          <li key={person._id}>
            <MemberRow
              person={person}
              isRemoved={removedIds.includes(person._id)}
              onSetMember={(isMember) => void setMember(person._id, isMember)}
            />
          </li>
        ))}
      </ul>
      {allMembers.length > shownCount ? <Button onPress={() => setShownCount(shownCount + rowsPerStep)}>Show more</Button> : null}
    </div>
  );
}

function MemberRow({ person, isRemoved, onSetMember }: { person: Person; isRemoved: boolean; onSetMember: (isMember: boolean) => void }) {
  const { name } = person;
  return (
    <PersonLine
      person={person}
      {...(isRemoved ? { note: 'Removed from the list' } : {})}
      action={
        <span className={styles.actions}>
          <Button size="small" href={conversationPath(person)} aria-label={`Message ${name}`}>
            Message
          </Button>
          <Button
            size="small"
            aria-label={isRemoved ? `Add ${name} back` : `Remove ${name} from the list`}
            onPress={() => onSetMember(isRemoved)}
          >
            {isRemoved ? 'Add back' : 'Remove'}
          </Button>
        </span>
      }
    />
  );
}
