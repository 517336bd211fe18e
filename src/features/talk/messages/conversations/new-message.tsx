/** Choosing a recipient: performers search among fans, fans among performers, starting with those they follow. */
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { PersonLine } from '@web/ui/people/person-line';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { conversationPath } from '@web/lib/paths';
import { SearchForm } from '../search-form';
import styles from './conversation-list.module.css';

type Person = Pick<ResponseOf<'GET /users/search'>['data'][number], '_id' | 'name' | 'username' | 'avatar' | 'isVerified' | 'isOnline'>;
type Recipient = Person & { isPerformer: boolean };

const countMax = 20;

interface People {
  people: Recipient[] | undefined;
  error: unknown;
  retry: () => void;
}

function usePeople(q: string): People {
  const viewer = useCurrentUser();
  const isPerformer = viewer?.isPerformer === true;
  const fans = useEndpoint('GET /users/search', isPerformer ? { query: { limit: countMax, ...(q === '' ? {} : { q }) } } : null);
  const followed = useEndpoint('GET /follows/following', !isPerformer && q === '' ? { query: { limit: countMax } } : null);
  const result = useEndpoint('GET /performers/user/search', !isPerformer && q !== '' ? { query: { q, limit: countMax } } : null);
  const activeRequest = isPerformer ? fans : q === '' ? followed : result;
  const performers = q === '' ? followed.data?.data.map(({ performer }) => performer) : result.data?.data;
  return {
    // The user cannot write to themselves.
    people: isPerformer
      ? fans.data?.data.filter(({ _id }) => _id !== viewer._id)
      : performers?.map((item) => ({ ...item, isPerformer: true })),
    error: activeRequest.error,
    retry: () => void activeRequest.mutate(),
  };
}

export function NewMessage({ onClose }: { onClose: () => void }) {
  const viewer = useCurrentUser();
  const [q, setQuery] = useState('');
  const { people, error, retry } = usePeople(q);
  return (
    <OpenSheet title="New message" onClose={onClose}>
      <div className={styles.picking}>
        <SearchForm label={viewer?.isPerformer ? 'Search fans' : 'Search creators'} onSearch={setQuery} />
        {error && people === undefined ? <ErrorState error={error} onRetry={retry} /> : null}
        {people === undefined && !error ? <Skeleton shape="row" count={4} label="Searching…" /> : null}
        {people?.length === 0 ? (
          <EmptyState title="No one found" text={q === '' ? 'Search by name.' : 'Try another name.'} />
        ) : (
          <ul className={styles.rows} aria-label="People">
            {people?.map((person) => (
              <li key={person._id}>
                <PersonLine
                  person={{ ...person, online: person.isOnline }}
                  verified={person.isVerified}
                  action={
                    <Button size="small" href={conversationPath(person)} aria-label={`Message ${person.name}`} onPress={onClose}>
                      Message
                    </Button>
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </OpenSheet>
  );
}
