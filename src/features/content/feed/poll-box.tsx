/**
 * A poll: one tap votes, once. How the others voted shows after one's own vote, when the poll has ended, and to its owner. The
 * choice is marked at once; the figures come with the host's answer.
 */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { useCurrentUser } from '@web/session/store/hooks';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useAccountWay } from '@web/session/use-require-account';
import { cx } from '@web/ui/core/cx';
import { CheckIcon } from '@web/ui/icons/icons';
import { TimeAgo } from '@web/ui/display/times';
import type { Post } from './requests';
import styles from './poll-box.module.css';

type Poll = NonNullable<Post['poll']>;

interface PollBoxProps {
  postId: string;
  /** The page of the post, where guests come back to when they have signed in. */
  path: string;
  ownerId: string;
  poll: Poll;
}

export function PollBox({ postId, path, ownerId, poll }: PollBoxProps) {
  const viewer = useCurrentUser();
  const mayAct = useAccountWay();
  const change = useChangeKept();
  const [chosen, setChosen] = useState<string | null>(null);
  const mayVote = !poll.isClosed && poll.votedOptionId === null && viewer?._id !== ownerId;

  const vote = async (optionId: string) => {
    if (!mayAct(path) || chosen !== null) return;
    setChosen(optionId);
    try {
      const counted = await services.feeds['POST /user/feeds/vote/:id']({ params: { id: optionId } });
      change(postId, (post) => ({ ...post, poll: counted }));
    } catch (thrown) {
      const { code, message } = problemOf(thrown, messages.anyFailure);
      showToast({ text: message, tone: 'danger' });
      // Voted elsewhere, or too late: the figures are open now.
      if (code === 'already_voted' || code === 'poll_closed') await reread();
    } finally {
      setChosen(null);
    }
  };
  const reread = async () => {
    try {
      const fresh = await services.feeds['GET /user/feeds/:id']({ params: { id: postId } });
      change(postId, () => fresh);
    } catch {
      // What is on screen stays.
    }
  };
  return (
    <div className={styles.poll} role="group" aria-label={`Poll: ${poll.question}`}>
      <p className={styles.question}>{poll.question}</p>
      <ul className={styles.options}>
        {poll.options.map((option) => (
          <li key={option._id}>
            {mayVote ? (
              <button
                type="button"
                className={cx(styles.option, option._id === chosen && styles.chosen)}
                aria-pressed={option._id === chosen}
                onClick={() => void vote(option._id)}
              >
                {option.text}
              </button>
            ) : (
              <Result option={option} total={poll.totalVotes} isOwn={option._id === poll.votedOptionId} />
            )}
          </li>
        ))}
      </ul>
      <p className={styles.foot} role="status">
        {countWords(poll.totalVotes, 'vote')}
        {poll.isClosed ? ' · ended' : null}
        {!poll.isClosed && poll.expiresAt !== null ? (
          <>
            {' · ends '}
            <TimeAgo at={poll.expiresAt} />
          </>
        ) : null}
      </p>
    </div>
  );
}

function Result({ option: { text, totalVotes }, total, isOwn }: { option: Poll['options'][number]; total: number; isOwn: boolean }) {
  const percent = totalVotes === null || total === 0 ? 0 : Math.round((100 * totalVotes) / total);
  return (
    <div className={cx(styles.result, isOwn && styles.own)}>
      <span className={styles.bar} aria-hidden="true" style={{ inlineSize: `${String(percent)}%` }} />
      <span className={styles.answer}>
        {text}
        {isOwn ? (
          <>
            <CheckIcon />
            <span className="visually-hidden">, your vote</span>
          </>
        ) : null}
      </span>
      {totalVotes === null ? null : (
        <span className={styles.figures}>
          {percent} % <span className={styles.votes}>({countWords(totalVotes, 'vote')})</span>
        </span>
      )}
    </div>
  );
}
