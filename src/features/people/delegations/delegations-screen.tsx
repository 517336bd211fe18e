/** /helping: whom somebody helps and how she begins, and the invitation whose link brought her here. */
import { messages } from '@contract/kernel/errors';
import { helperRights, neverForHelpers } from '@contract/kernel/delegate-rights';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { showFailure } from '@web/session/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { helpingPath } from '@web/session/work-paths';
import { beginWork } from '@web/session/working';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { WholeTime } from '@web/ui/display/times';
import styles from './delegations.module.css';

type Helping = AnswerOf<'GET /helping'>[number];
type Invited = AnswerOf<'GET /helping/invitation'>;

export function HelpingScreen() {
  const { query } = useRouter();
  const { data, error, mutate } = useEndpoint('GET /helping', {});
  const token = query['token'];
  return (
    <section className={styles.room}>
      <PageHead title="Helping others" noindex />
      {query['over'] === undefined ? null : (
        <Notice tone="hint">Your work for somebody else has ended. This is your own account again.</Notice>
      )}
      {typeof token === 'string' ? <Invitation token={token} onTaken={() => void mutate()} /> : null}
      {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} label="Loading whom you help…" /> : null}
      {data?.length === 0 && typeof token !== 'string' ? (
        <Empty title="You help nobody yet" text="Performers invite by e-mail. The link in their message leads here." />
      ) : null}
      {data && data.length > 0 ? (
        <ul className={styles.people} aria-label="Whom you help">
          {data.map((helping) => (
            <HelpingRow key={helping._id} helping={helping} onLeft={() => void mutate()} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

interface InvitationProps {
  token: string;
  onTaken: () => void;
}

/** Who invites and to what, before anybody agrees. */
function Invitation(props: InvitationProps) {
  const { data, error, mutate } = useEndpoint('GET /helping/invitation', { query: { token: props.token } });
  if (data) return <Open {...props} invitation={data} />;
  return error ? <Shut error={error} onRetry={() => void mutate()} /> : <Skeleton shape="row" count={1} label="Opening the invitation…" />;
}

/** What trying again would not change. */
const final: ReadonlySet<string> = new Set(['link_invalid', 'self_not_allowed', 'operator_cannot_help']);

/** An invitation is for the account of its address: which one that is here is said when it does not open. */
function Shut({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const viewer = useCurrentUser();
  const problem = problemOf(error, messages.anyFailure);
  if (problem.code === null || !final.has(problem.code)) return <Fault error={error} onRetry={onRetry} />;
  return (
    <Notice tone="warn" title="This invitation does not open">
      {problem.message}
      {viewer?.email ? ` You are logged in as ${viewer.email}, and an invitation opens for the address alone that it was sent to.` : null}
    </Notice>
  );
}

function Open({ token, onTaken, invitation: { performer, rights, expiresAt } }: InvitationProps & { invitation: Invited }) {
  const viewer = useCurrentUser();
  const tell = useIntents();
  const { replace } = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const take = async () => {
    setBusy(true);
    try {
      const { performer } = await services.helping['POST /helping/accept']({ body: { token } });
      showToast({ tone: 'ok', text: `You help ${performer.name} from now on` });
      tell(refreshAsked());
      onTaken();
      await replace(helpingPath);
    } catch (error) {
      setTrouble(problemOf(error, messages.anyFailure).message);
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h2 id="invitation" className={styles.title}>
        {performer.name} would like your help
      </h2>
      <PersonLine person={performer} verified={performer.isVerified} />
      <p className={styles.words}>What you would do for them:</p>
      <ul className={styles.never}>
        {rights.map((right) => (
          <li key={right}>{helperRights[right].may}</li>
        ))}
      </ul>
      <p className={styles.words}>You will not get to:</p>
      <ul className={styles.never}>
        {neverForHelpers.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p className={styles.words}>
        You take it with your own account
        {viewer?.email ? (
          <>
            , <strong>{viewer.email}</strong>
          </>
        ) : null}
        . {performer.name} sees what you did, and nobody asks you for a password. The link opens until <WholeTime at={expiresAt} />.
      </p>
      {trouble === null ? null : <Notice tone="danger">{trouble}</Notice>}
      <div className={styles.acts}>
        <Button kind="primary" busy={isBusy} onPress={() => void take()}>
          Take the invitation
        </Button>
      </div>
    </section>
  );
}

function HelpingRow({ helping: { _id, performer, rights }, onLeft }: { helping: Helping; onLeft: () => void }) {
  const tell = useIntents();
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      await beginWork(_id);
    } catch (error) {
      showFailure(error);
      setBusy(false);
    }
  };
  return (
    <li className={styles.card}>
      <PersonLine person={performer} verified={performer.isVerified} />
      <ul className={styles.never}>
        {rights.map((right) => (
          <li key={right}>{helperRights[right].may}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button kind="primary" busy={isBusy} aria-label={`Work for ${performer.name}`} onPress={() => void begin()}>
          Begin
        </Button>
        <Button aria-label={`Stop helping ${performer.name}`} onPress={() => setLeaving(true)}>
          Stop helping
        </Button>
      </div>
      <ConfirmDialog
        open={isLeaving}
        title={`Stop helping ${performer.name}?`}
        consequence="You can do nothing for them from this moment on, until you are invited again."
        verb="Stop helping"
        onConfirm={async () => {
          await services.helping['DELETE /helping/:id']({ params: { id: _id } });
          setLeaving(false);
          tell(refreshAsked());
          onLeft();
        }}
        onClose={() => setLeaving(false)}
      />
    </li>
  );
}
