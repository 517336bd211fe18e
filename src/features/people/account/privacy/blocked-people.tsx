/** Blocked people: neither side sees the other. Unblocking can be undone for a moment. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Day } from '@web/ui/display/times';
import { blockedPeopleRequest } from '../shared/requests';
import styles from '../shared/account.module.css';

type Block = ResponseOf<'GET /block/users'>['data'][number];

export function BlockedPeople() {
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /block/users', blockedPeopleRequest.query);
  const [unblockingId, setUnblockingId] = useState<string | null>(null);

  const attempt = async (action: () => Promise<unknown>): Promise<boolean> => {
    try {
      await action();
      return true;
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
      return false;
    } finally {
      retry();
    }
  };
  const unblock = async ({ target, reason }: Block): Promise<void> => {
    if (unblockingId !== null) return;
    setUnblockingId(target._id);
    const isDone = await attempt(() => services.blocking['DELETE /block/users/:id']({ params: { id: target._id } }));
    setUnblockingId(null);
    if (!isDone) return;
    const blockAgain = (): void =>
      void attempt(() => services.blocking['POST /block/users']({ body: { targetId: target._id, ...(reason ? { reason } : {}) } }));
    showToast({ text: `${target.name} is no longer blocked`, onUndo: blockAgain });
  };

  return (
    <FormSection title="Blocked people" description="They can’t find, follow or message you, and you don’t see them.">
      {error && !items ? <ErrorState error={error} onRetry={retry} /> : null}
      {!items && !error ? <Skeleton shape="row" count={2} /> : null}
      {items?.length === 0 ? (
        <EmptyState title="No blocked people" text="You can block people from their profile or a conversation." />
      ) : null}
      {items && items.length > 0 ? (
        <ul className={styles.rows} aria-label="Blocked people">
          {items.map((block) => (
            <li key={block._id} className={styles.row}>
              <div className={styles.person}>
                <PersonLine
                  person={block.target}
                  note={
                    <>
                      Since <Day at={block.createdAt} />
                      {block.reason ? ` · ${block.reason}` : ''}
                    </>
                  }
                />
              </div>
              <Button
                size="small"
                busy={unblockingId === block.target._id}
                aria-label={`Unblock ${block.target.name}`}
                onPress={() => void unblock(block)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <div className={styles.actions}>
          <Button busy={isLoadingMore} onPress={more}>
            Load more
          </Button>
        </div>
      ) : null}
    </FormSection>
  );
}
