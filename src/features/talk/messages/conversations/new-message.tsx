/** The recipients of a new message: performers search among fans, fans among performers, starting with those they follow. */
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

const resultsMax = 20;

interface RecipientSearch {
  recipients: Recipient[] | undefined;
  error: unknown;
  retry: () => void;
}

function useRecipients(q: string): RecipientSearch {
  const viewer = useCurrentUser();
  const isPerformer = viewer?.isPerformer === true;
  const fans = useEndpoint('GET /users/search', isPerformer ? { query: { limit: resultsMax, ...(q === '' ? {} : { q }) } } : null);
  const followed = useEndpoint('GET /follows/following', !isPerformer && q === '' ? { query: { limit: resultsMax } } : null);
  const matching = useEndpoint('GET /performers/user/search', !isPerformer && q !== '' ? { query: { q, limit: resultsMax } } : null);
  const activeRequest = isPerformer ? fans : q === '' ? followed : matching;
  const performers = q === '' ? followed.data?.data.map(({ performer }) => performer) : matching.data?.data;
  return {
    // People cannot message themselves.
    recipients: isPerformer
      ? fans.data?.data.filter(({ _id }) => _id !== viewer._id)
      : performers?.map((item) => ({ ...item, isPerformer: true })),
    error: activeRequest.error,
    retry: () => void activeRequest.mutate(),
  };
}

export function NewMessage({ onClose }: { onClose: () => void }) {
  const viewer = useCurrentUser();
  const [q, setQ] = useState('');
  const { recipients, error, retry } = useRecipients(q);
  return (
    <OpenSheet title="New message" onClose={onClose}>
      <div className={styles.picking}>
        <SearchForm label={viewer?.isPerformer ? 'Search fans' : 'Search creators'} onSearch={setQ} />
        {error && recipients === undefined ? <ErrorState error={error} onRetry={retry} /> : null}
        {recipients === undefined && !error ? <Skeleton shape="row" count={4} label="Searching…" /> : null}
        {recipients?.length === 0 ? (
          <EmptyState title="No one found" text={q === '' ? 'Search by name.' : 'Try another name.'} />
        ) : (
          <ul className={styles.rows} aria-label="People">
            {recipients?.map((person) => (
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
