/** Searches text within one thread; choosing a result jumps to the message. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { fullDate } from '@web/lib/i18n/dates';
import { firstWords } from '@web/lib/wording/item-labels';
import { SearchForm } from '../search-form';
import styles from './thread.module.css';

interface ThreadSearchProps {
  conversationId: string;
  viewerId: string;
  onJump: (messageId: string) => void;
  onClose: () => void;
}

export function ThreadSearch({ conversationId, viewerId, onJump, onClose }: ThreadSearchProps) {
  const [q, setQuery] = useState('');
  const { data, error, mutate } = useEndpoint(
    'GET /messages/conversations/:id',
    q === '' ? null : { params: { id: conversationId }, query: { q, limit: limits.messagesPage } },
  );
  return (
    <section className={styles.hits} aria-label="Search in this conversation">
      <div className={styles.hitHead}>
        <SearchForm autoFocus label="Search messages" onSearch={setQuery} />
        <IconButton label="Close search" icon={<CloseIcon />} onPress={onClose} />
      </div>
      {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {q !== '' && data === undefined && !error ? <Skeleton shape="line" count={3} label="Searching…" /> : null}
      {data?.data.length === 0 ? <p role="status">No messages found. Try other words.</p> : null}
      <ul aria-label="Search results">
        {data?.data.map(({ _id, senderId, sender, createdAt, text }) => (
          <li key={_id}>
            <button type="button" className={styles.hit} onClick={() => onJump(_id)}>
              <small>
                {senderId === viewerId ? 'You' : sender.name} · {fullDate(createdAt)}
              </small>
              {firstWords(text, 120)}
            </button>
          </li>
        ))}
      </ul>
      {(data?.nextCursor ?? null) === null ? null : <p role="status">There are more results. Add words to narrow your search.</p>}
    </section>
  );
}
