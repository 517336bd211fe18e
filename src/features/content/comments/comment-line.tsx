/** One comment: who, when, what, and what can be done to it; its answers on demand. An answer has none of its own. */
import { useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { firstWords } from '@web/lib/wording/item-labels';
import { profilePath } from '@web/lib/paths';
import { useReactions } from '@web/social/use-reactions';
import { useReporting } from '@web/session/use-reporting';
import { useAccountWay } from '@web/session/use-require-account';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { HeartIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { LinkedText } from '@web/ui/display/linked-text';
import { boxRatioOf } from '@web/ui/media/media-carousel';
import { MediaBox } from '@web/ui/media/media-box';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import { EndlessList } from '@web/ui/lists/endless-list';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { CommentEdit } from '../../comments/comment-edit';
import { CommentField } from './comment-field';
import { useCommentChanges, useComments } from './use-comments';
import type { Comment } from './use-comments';
import styles from './comments.module.css';

interface CommentLineProps {
  comment: Comment;
  canReply: boolean;
}

export function CommentLine({ comment, canReply }: CommentLineProps) {
  const { creator, content, image, createdAt, isEdited, isDeleted, totalReply } = comment;
  const [isEditing, setEditing] = useState(false);
  const [isReplying, setReplying] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const mayAct = useAccountWay();
  const isAnswer = comment.objectType === 'comment';
  const reply = () => {
    if (!mayAct()) return;
    setReplying(true);
    setOpen(true);
  };
  return (
    <article className={styles.comment} aria-label={`Comment by ${creator.name}`}>
      <Avatar name={creator.name} src={creator.avatar} size="small" />
      <div className={styles.body}>
        <p className={styles.who}>
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
                  alt={`Picture by ${creator.name}`}
                  blur={image.blur}
                  ratio={boxRatioOf(image)}
                  fit="contain"
                />
              </div>
            )}
            <Actions comment={comment} onReply={isAnswer || !canReply ? null : reply} onEdit={() => setEditing(true)} />
          </>
        )}
        {totalReply > 0 && !isAnswer ? (
          <Button kind="quiet" size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide answers' : `Show ${countWords(totalReply, 'answer')}`}
          </Button>
        ) : null}
        {isOpen ? <Answers comment={comment} isReplying={isReplying} onReplied={() => setReplying(false)} /> : null}
      </div>
    </article>
  );
}

/** Performers have pages; fans have none. */
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
  /** Null where nothing is answered. */
  onReply: (() => void) | null;
  onEdit: () => void;
}

function Actions({ comment, onReply, onEdit }: ActionsProps) {
  const { _id: id, creator, content, isMine, mayDelete } = comment;
  const [isAsking, setAsking] = useState(false);
  const { isLiked, totalLike, like } = useReactions('comment', id, { ...comment, isBookmarked: false });
  const { remove } = useCommentChanges(comment);
  const [reporting] = useReporting({ target: 'comment', id, title: 'Report this comment', person: creator });
  const words = firstWords(content, 60);
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
        <Button kind="quiet" size="small" aria-label={`Answer ${creator.name}`} onPress={onReply}>
          Answer
        </Button>
      )}
      {isMine ? (
        <Button kind="quiet" size="small" onPress={onEdit}>
          Edit
        </Button>
      ) : null}
      {mayDelete ? (
        <Button kind="quiet" size="small" onPress={() => setAsking(true)}>
          Delete
        </Button>
      ) : null}
      {reporting === undefined ? null : (
        <Button kind="quiet" size="small" aria-label={`Report the comment by ${creator.name}`} onPress={reporting.onPress}>
          Report
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Delete this comment?"
        consequence={words === '' ? 'It cannot be brought back.' : `“${words}” cannot be brought back.`}
        verb="Delete comment"
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

interface AnswersProps {
  comment: Comment;
  isReplying: boolean;
  onReplied: () => void;
}

function Answers({ comment: { _id: id, creator }, isReplying, onReplied }: AnswersProps) {
  const { items, hasMore, isLoadingMore, error, more, retry, write } = useComments('comment', id);
  const send = async (content: string) => {
    await write(content);
    onReplied();
  };
  return (
    <div className={styles.answers}>
      {isReplying ? (
        <CommentField label={`Answer ${creator.name}`} verb="Post answer" place={`comment-${id}`} onSend={send} onCancel={onReplied} />
      ) : null}
      {items === undefined ? (
        error ? (
          <Fault error={error} onRetry={retry} />
        ) : (
          <Skeleton shape="row" label="Loading answers…" />
        )
      ) : (
        <EndlessList
          items={items}
          keyOf={({ _id }) => _id}
          render={(answer) => <CommentLine comment={answer} canReply={false} />}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={more}
          label={`Answers to ${creator.name}`}
          empty={null}
          error={error}
          onRetry={retry}
        />
      )}
    </div>
  );
}
