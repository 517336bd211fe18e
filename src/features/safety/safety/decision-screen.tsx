/** A moderation decision about the user or their content: what, why, and since when. */
import { useRouter } from 'next/router';
import type { DecisionAction, DecisionTarget } from '@contract/kernel/values/moderation';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { AppealForm, AppealState } from './appeal-form';
import { decisionRequest } from './requests';
import styles from './safety.module.css';

export type Decision = ResponseOf<'GET /decisions/:id'>;

const ownLabels: Record<DecisionTarget, string> = {
  feed: 'Your post',
  video: 'Your video',
  gallery: 'Your gallery',
  photo: 'Your photo',
  product: 'Your product',
  comment: 'Your comment',
  message: 'Your message',
  stream: 'Your stream',
  account: 'Your account',
};

const outcomeTitles: Record<DecisionAction, (label: string) => string> = {
  hide: (label) => `${label} was hidden`,
  delete: (label) => `${label} was deleted`,
  end: (label) => `${label} was ended`,
  warn: () => 'You received a warning',
  suspend: () => 'Your account was suspended',
};

const consequences: Record<DecisionAction, string> = {
  hide: 'No one else can see it, including buyers. Likes, comments and sales are kept.',
  delete: 'No one can see it anymore.',
  end: 'You can go live again, as long as you follow the rules.',
  warn: 'No other action was taken. If it happens again, we may suspend your account.',
  suspend: 'You can’t log in until the suspension ends.',
};

export function DecisionScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /decisions/:id', typeof id === 'string' ? decisionRequest(id) : null);
  if (data === undefined)
    return (
      <>
        <PageHead title="Decision" noindex />
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="card" label="Loading the decision…" />}
      </>
    );
  return (
    <DecisionDetails
      decision={data}
      send={(text) => services.moderation['POST /appeals']({ body: { decisionId: data._id, text } })}
      onAppealed={() => void mutate()}
    />
  );
}

interface DecisionDetailsProps {
  decision: Decision;
  send: (text: string) => Promise<unknown>;
  onAppealed: () => void;
}

/** The decision and its reason, with the appeal form where an appeal is possible. */
export function DecisionDetails({ decision, send, onAppealed }: DecisionDetailsProps) {
  const { target, action, title, reason, createdAt, endedAt, appeal, canBeAppealed } = decision;
  return (
    <>
      <PageHead title={outcomeTitles[action](ownLabels[target])} noindex />
      <div className={styles.page}>
        {endedAt === null ? null : (
          <Notice tone="ok" title="This decision was reversed">
            <TimeAgo at={endedAt} />
          </Notice>
        )}
        {title === '' || target === 'account' ? null : <p>This is about “{title}”.</p>}
        <div>
          <h2>Reason</h2>
          <p className={styles.reason}>{reason}</p>
        </div>
        {endedAt === null ? <p>{consequences[action]}</p> : null}
        <p className={styles.quiet}>
          Decided <TimeAgo at={createdAt} /> by our team.
        </p>
        {appeal === null ? null : <AppealState appeal={appeal} />}
        {canBeAppealed ? <AppealForm send={send} onSent={onAppealed} /> : null}
      </div>
    </>
  );
}
