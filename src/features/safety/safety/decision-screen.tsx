/** What an operator decided about somebody, or about something of hers: what, why, and since when. */
import { useRouter } from 'next/router';
import type { DecisionAction, DecisionTarget } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { AppealForm, AppealState } from './appeal-form';
import { decisionRead } from '../reads';
import styles from './safety.module.css';

export type Decision = AnswerOf<'GET /decisions/:id'>;

const ownWords: Record<DecisionTarget, string> = {
  feed: 'Your post',
  video: 'Your video',
  gallery: 'Your gallery',
  photo: 'Your photo',
  product: 'Your product',
  comment: 'Your comment',
  message: 'Your message',
  stream: 'Your show',
  account: 'Your account',
};

const became: Record<DecisionAction, (yours: string) => string> = {
  hide: (yours) => `${yours} was hidden`,
  delete: (yours) => `${yours} was deleted`,
  end: (yours) => `${yours} was ended`,
  warn: () => 'You were warned',
  suspend: () => 'Your account was suspended',
};

const means: Record<DecisionAction, string> = {
  hide: 'Nobody else sees it, buyers neither. Likes, comments and sales are kept.',
  delete: 'Nobody sees it any more.',
  end: 'You can begin another show, as long as it keeps to the rules.',
  warn: 'Nothing else has happened. Should it happen again, your account may be suspended.',
  suspend: 'Nobody can log in to it meanwhile.',
};

export function DecisionScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /decisions/:id', typeof id === 'string' ? decisionRead(id) : null);
  if (data === undefined)
    return (
      <>
        <PageHead title="Decision" noindex />
        {error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="card" label="Loading the decision…" />}
      </>
    );
  return (
    <DecisionPart
      decision={data}
      send={(text) => services.moderation['POST /appeals']({ body: { decisionId: data._id, text } })}
      onAppealed={() => void mutate()}
    />
  );
}

interface DecisionPartProps {
  decision: Decision;
  send: (text: string) => Promise<unknown>;
  onAppealed: () => void;
}

/** What was decided and why, with the form of an appeal where one is possible. */
export function DecisionPart({ decision, send, onAppealed }: DecisionPartProps) {
  const { target, action, title, reason, createdAt, endedAt, appeal, canBeAppealed } = decision;
  return (
    <>
      <PageHead title={became[action](ownWords[target])} noindex />
      <div className={styles.page}>
        {endedAt === null ? null : (
          <Notice tone="ok" title="This was taken back">
            <TimeAgo at={endedAt} />
          </Notice>
        )}
        {title === '' || target === 'account' ? null : <p>It is about “{title}”.</p>}
        <div>
          <h2>The reason</h2>
          <p className={styles.reason}>{reason}</p>
        </div>
        {endedAt === null ? <p>{means[action]}</p> : null}
        <p className={styles.quiet}>
          Decided <TimeAgo at={createdAt} /> by our team.
        </p>
        {appeal === null ? null : <AppealState appeal={appeal} />}
        {canBeAppealed ? <AppealForm send={send} onSent={onAppealed} /> : null}
      </div>
    </>
  );
}
