/** The comments on an item: a field to write in, and the comments, newest first, with their replies. */
import type { CommentObject } from '@contract/kernel/values/content';
import { useRouter } from 'next/router';
import { loginPath } from '@web/lib/paths';
import { useAccountId } from '@web/session/store/hooks';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { Link } from '@web/ui/core/link';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { CommentField } from './comment-field';
import { CommentItem } from './comment-line';
import { useComments } from './use-comments';
import styles from './comments.module.css';

export interface CommentThreadProps {
  objectType: Exclude<CommentObject, 'comment'>;
  objectId: string;
  /** Whether signed-in viewers may comment. */
  canWrite: boolean;
}

export function CommentThread({ objectType, objectId, canWrite }: CommentThreadProps) {
  const { items, hasMore, isLoadingMore, error, more, retry, post } = useComments(objectType, objectId);
  return (
    <div className={styles.thread}>
      <CommentComposer objectId={objectId} canWrite={canWrite} onPost={post} />
      {items === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <Skeleton shape="row" count={3} label="Loading comments…" />
        )
      ) : (
        <InfiniteList
          items={items}
          keyOf={({ _id }) => _id}
          render={(comment) => <CommentItem comment={comment} canReply={canWrite} />}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={more}
          label="Comments"
          empty={<p className={styles.quiet}>No comments yet. {canWrite ? 'Be the first to comment.' : ''}</p>}
          error={error}
          onRetry={retry}
        />
      )}
    </div>
  );
}

interface CommentComposerProps {
  objectId: string;
  canWrite: boolean;
  onPost: (content: string) => Promise<void>;
}

function CommentComposer({ objectId, canWrite, onPost }: CommentComposerProps) {
  const isGuest = useAccountId() === null;
  const { asPath } = useRouter();
  if (!canWrite) return <p className={styles.quiet}>Comments are closed.</p>;
  if (isGuest)
    return (
      <p className={styles.quiet}>
        <Link className={styles.loginLink} href={loginPath(`${asPath.split('#', 1)[0] ?? ''}#comments`)}>
          Log in to comment.
        </Link>
      </p>
    );
  return <CommentField label="Write a comment" actionLabel="Post comment" draftKey={`comment-${objectId}`} onSend={onPost} />;
}
