/**
 * A poll: one tap votes, once. The results appear after the viewer's vote, when the poll has ended, and for its owner. The
 * choice is marked immediately; the results come with the API's response.
 */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { countWords, formatPercent } from '@web/lib/i18n/counts';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useCurrentUser } from '@web/session/store/hooks';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useRequireAccount } from '@web/session/use-require-account';
import { cx } from '@web/ui/core/cx';
import { CheckIcon } from '@web/ui/icons/icons';
import { TimeAgo } from '@web/ui/display/times';
import type { Post } from './requests';
import styles from './poll-box.module.css';

type Poll = NonNullable<Post['poll']>;

interface PollBoxProps {
  postId: string;
  /** The post's page, where guests return to after logging in. */
  path: string;
  ownerId: string;
  poll: Poll;
}

export function PollBox({ postId, path, ownerId, poll }: PollBoxProps) {
  const viewer = useCurrentUser();
  const requireAccount = useRequireAccount();
  const change = useUpdateCached();
  const [chosen, setChosen] = useState<string | null>(null);
  const mayVote = !poll.isClosed && poll.votedOptionId === null && viewer?._id !== ownerId;

  const vote = async (optionId: string) => {
    if (!requireAccount(path) || chosen !== null) return;
    setChosen(optionId);
    try {
      const counted = await services.feeds['POST /user/feeds/vote/:id']({ params: { id: optionId } });
      change(postId, (post) => ({ ...post, poll: counted }));
    } catch (thrown) {
      const { code, message } = serializeError(thrown, messages.anyFailure);
      showToast({ text: message, tone: 'danger' });
      // Already voted elsewhere, or too late: the results are visible now.
      if (code === 'already_voted' || code === 'poll_closed') await reload();
    } finally {
      setChosen(null);
    }
  };
  const reload = async () => {
    try {
      const fresh = await services.feeds['GET /user/feeds/:id']({ params: { id: postId } });
      change(postId, () => fresh);
    } catch {
      // The current view stays.
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
          {formatPercent(percent / 100)} <span className={styles.votes}>({countWords(totalVotes, 'vote')})</span>
        </span>
      )}
    </div>
  );
}
