/** /helping: whom somebody helps and how she begins, and the invitation whose link brought her here. */
import { messages } from '@contract/errors';
import { helperRights, neverForHelpers } from '@contract/helper-rights';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { helpingService } from '@web/services/helping.service';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser, useIntents } from '@web/session/hooks';
import { refreshAsked } from '@web/session/intents';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/session/toasts';
import { helpingPath } from '@web/session/work-paths';
import { beginWork } from '@web/session/working';
import { Button } from '@web/ui/button';
import { ConfirmDialog } from '@web/ui/confirm-dialog';
import { Notice } from '@web/ui/notice';
import { PageHead } from '@web/ui/page-head';
import { PersonLine } from '@web/ui/person-line';
import { Empty, Fault, Skeleton } from '@web/ui/states';
import styles from './helping.module.css';

type Helping = AnswerOf<'GET /helping'>[number];

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

/** An invitation is for the account of its address: which one that is here is said before it is taken. */
function Invitation({ token, onTaken }: { token: string; onTaken: () => void }) {
  const viewer = useCurrentUser();
  const tell = useIntents();
  const { replace } = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const take = async () => {
    setBusy(true);
    try {
      const { performer } = await helpingService.accept(token);
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
        You are invited to help
      </h2>
      <p className={styles.words}>
        You take the invitation with the account that you are logged in to
        {viewer?.email ? <strong>: {viewer.email}</strong> : null}. It has to be the address that it was sent to. What you do will bear your
        name for whom you help, and you will never be asked for their password.
      </p>
      <p className={styles.words}>You will not get to:</p>
      <ul className={styles.never}>
        {neverForHelpers.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
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
      showToast({ tone: 'danger', text: problemOf(error, messages.anyFailure).message });
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
          await helpingService.leave(_id);
          setLeaving(false);
          tell(refreshAsked());
          onLeft();
        }}
        onClose={() => setLeaving(false)}
      />
    </li>
  );
}
