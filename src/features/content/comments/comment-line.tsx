/** One comment with its author, time, text and actions; replies load on demand. A reply has no replies. */
import { useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { firstWords } from '@web/lib/wording/item-labels';
import { profilePath } from '@web/lib/paths';
import { useReactions } from '@web/social/use-reactions';
import { useReporting } from '@web/social/use-reporting';
import { useRequireAccount } from '@web/session/use-require-account';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { HeartIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { LinkedText } from '@web/ui/display/linked-text';
import { boxRatioOf } from '@web/ui/media/media-carousel';
import { MediaBox } from '@web/ui/media/media-box';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { CommentEdit } from './comment-edit';
import { CommentField } from './comment-field';
import { useCommentChanges, useComments } from './use-comments';
import type { Comment } from './use-comments';
import styles from './comments.module.css';

interface CommentItemProps {
  comment: Comment;
  canReply: boolean;
}

export function CommentItem({ comment, canReply }: CommentItemProps) {
  const { creator, content, image, createdAt, isEdited, isDeleted, totalReply } = comment;
  const [isEditing, setEditing] = useState(false);
  const [isReplying, setReplying] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const requireAccount = useRequireAccount();
  const isReply = comment.objectType === 'comment';
  const reply = () => {
    if (!requireAccount()) return;
    setReplying(true);
    setOpen(true);
  };
  return (
    <article className={styles.comment} aria-label={`Comment by ${creator.name}`}>
      <Avatar name={creator.name} src={creator.avatar} size="small" />
      <div className={styles.body}>
        <p className={styles.byline}>
          <Name creator={creator} />
          <span className={styles.quiet}>
            <TimeAgo at={createdAt} />
            {isEdited && !isDeleted ? ' · edited' : ''}
          </span>
        </p>
        {isDeleted ? <p className={styles.quiet}>This comment was deleted.</p> : null}
        {isEditing ? <CommentEdit comment={comment} onClose={() => setEditing(false)} /> : null}
        {isDeleted || isEditing ? null : (
          <>
            <LinkedText>{content}</LinkedText>
            {image === null ? null : (
              <div className={styles.picture}>
                <MediaBox
                  src={image.url ?? image.thumbnailUrl}
                  alt={`Photo by ${creator.name}`}
                  blur={image.blur}
                  ratio={boxRatioOf(image)}
                  fit="contain"
                />
              </div>
            )}
            <Actions comment={comment} onReply={isReply || !canReply ? null : reply} onEdit={() => setEditing(true)} />
          </>
        )}
        {totalReply > 0 && !isReply ? (
          <Button kind="quiet" size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide replies' : `Show ${countWords(totalReply, 'reply', 'replies')}`}
          </Button>
        ) : null}
        {isOpen ? <Replies comment={comment} isReplying={isReplying} onReplied={() => setReplying(false)} /> : null}
      </div>
    </article>
  );
}

/** Performers have public pages; fans do not. */
function Name({ creator: { _id: id, username, name, isPerformer, isVerified } }: Pick<Comment, 'creator'>) {
  if (!isPerformer) return <span className={styles.name}>{name}</span>;
  return (
    <span className={styles.name}>
      <Link className={styles.author} href={profilePath({ id, username })}>
        {name}
      </Link>
      {isVerified ? <VerifiedMark /> : null}
    </span>
  );
}

interface ActionsProps {
  comment: Comment;
  /** Null where replies are not possible. */
  onReply: (() => void) | null;
  onEdit: () => void;
}

function Actions({ comment, onReply, onEdit }: ActionsProps) {
  const { _id: id, creator, content, isMine, mayDelete } = comment;
  const [isConfirming, setConfirming] = useState(false);
  const { isLiked, totalLike, like } = useReactions('comment', id, { ...comment, isBookmarked: false });
  const { remove } = useCommentChanges(comment);
  const [reporting] = useReporting({ target: 'comment', id, title: 'Report this comment', person: creator });
  const excerpt = firstWords(content, 60);
  return (
    <div className={styles.actions}>
      <Button
        kind="quiet"
        size="small"
        icon={<HeartIcon {...(isLiked ? { fill: 'currentColor' } : {})} />}
        aria-pressed={isLiked}
        aria-label={`Like the comment by ${creator.name}, ${countWords(totalLike, 'like')}`}
        onPress={like}
      >
        {totalLike === 0 ? 'Like' : String(totalLike)}
      </Button>
      {onReply === null ? null : (
        <Button kind="quiet" size="small" aria-label={`Reply to ${creator.name}`} onPress={onReply}>
          Reply
        </Button>
      )}
      {isMine ? (
        <Button kind="quiet" size="small" onPress={onEdit}>
          Edit
        </Button>
      ) : null}
      {mayDelete ? (
        <Button kind="quiet" size="small" onPress={() => setConfirming(true)}>
          Delete
        </Button>
      ) : null}
      {reporting === undefined ? null : (
        <Button kind="quiet" size="small" aria-label={`Report the comment by ${creator.name}`} onPress={reporting.onPress}>
          Report
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Delete this comment?"
        consequence={excerpt === '' ? 'This can’t be undone.' : `“${excerpt}” will be permanently deleted.`}
        actionLabel="Delete comment"
        onConfirm={remove}
        onClose={() => setConfirming(false)}
      />
    </div>
  );
}

interface RepliesProps {
  comment: Comment;
  isReplying: boolean;
  onReplied: () => void;
}

function Replies({ comment: { _id: id, creator }, isReplying, onReplied }: RepliesProps) {
  const { items, hasMore, isLoadingMore, error, more, retry, post } = useComments('comment', id);
  const send = async (content: string) => {
    await post(content);
    onReplied();
  };
  return (
    <div className={styles.replies}>
      {isReplying ? (
        <CommentField
          label={`Reply to ${creator.name}`}
          actionLabel="Post reply"
          draftKey={`comment-${id}`}
          onSend={send}
          onCancel={onReplied}
        />
      ) : null}
      {items === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={retry} />
        ) : (
          <Skeleton shape="row" label="Loading replies…" />
        )
      ) : (
        <InfiniteList
          items={items}
          keyOf={({ _id }) => _id}
          render={(reply) => <CommentItem comment={reply} canReply={false} />}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={more}
          label={`Replies to ${creator.name}`}
          empty={null}
          error={error}
          onRetry={retry}
        />
      )}
    </div>
  );
}
