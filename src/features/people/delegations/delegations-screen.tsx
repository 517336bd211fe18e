/** /helping: the performers that the user is a delegate of, and the invitation of the link that led here. */
import * as messages from '@contract/kernel/messages';
import { delegateRights, neverForDelegates } from '@contract/kernel/delegate-rights';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { serializeError } from '@web/services/serialized-error';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { helpingPath } from '@web/session/delegate-paths';
import { beginDelegation } from '@web/session/delegation';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import styles from './delegations.module.css';

type Helping = ResponseOf<'GET /helping'>[number];
type Invited = ResponseOf<'GET /helping/invitation'>;

export function DelegationsScreen() {
  const { query } = useRouter();
  const { data, error, mutate } = useEndpoint('GET /helping', {});
  const token = query['token'];
  return (
    <section className={styles.room}>
      <PageHead title="Helping others" noindex />
      {query['over'] === undefined ? null : (
        <Notice tone="hint">Your work for somebody else has ended. This is your own account again.</Notice>
      )}
      {typeof token === 'string' ? <Invitation token={token} onAccepted={() => void mutate()} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} label="Loading whom you help…" /> : null}
      {data?.length === 0 && typeof token !== 'string' ? (
        <EmptyState title="You help nobody yet" text="Performers invite by e-mail. The link in their message leads here." />
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
  onAccepted: () => void;
}

/** Who invites the user, and with which rights. */
function Invitation(props: InvitationProps) {
  const { data, error, mutate } = useEndpoint('GET /helping/invitation', { query: { token: props.token } });
  if (data) return <InvitationCard {...props} invitation={data} />;
  return error ? (
    <InvitationError error={error} onRetry={() => void mutate()} />
  ) : (
    <Skeleton shape="row" count={1} label="Opening the invitation…" />
  );
}

/** Errors that a retry would not change. */
const permanentErrors: ReadonlySet<string> = new Set(['link_invalid', 'self_not_allowed', 'operator_cannot_help']);

/** An invitation is bound to an email address: an error shows which account is signed in. */
function InvitationError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const viewer = useCurrentUser();
  const serialized = serializeError(error, messages.anyFailure);
  if (serialized.code === null || !permanentErrors.has(serialized.code)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <Notice tone="warn" title="This invitation does not open">
      {serialized.message}
      {viewer?.email ? ` You are logged in as ${viewer.email}, and an invitation opens for the address alone that it was sent to.` : null}
    </Notice>
  );
}

function InvitationCard({ token, onAccepted, invitation: { performer, rights, expiresAt } }: InvitationProps & { invitation: Invited }) {
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const { replace } = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const acceptInvitation = async () => {
    setBusy(true);
    try {
      const { performer } = await services.delegation['POST /helping/accept']({ body: { token } });
      showToast({ tone: 'ok', text: `You help ${performer.name} from now on` });
      dispatch(refreshRequested());
      onAccepted();
      await replace(helpingPath);
    } catch (error) {
      setErrorText(serializeError(error, messages.anyFailure).message);
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
          <li key={right}>{delegateRights[right].may}</li>
        ))}
      </ul>
      <p className={styles.words}>You will not get to:</p>
      <ul className={styles.never}>
        {neverForDelegates.map((what) => (
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
        . {performer.name} sees what you do, and you never need their password. The link is valid until <FullTime at={expiresAt} />.
      </p>
      {errorText === null ? null : <Notice tone="danger">{errorText}</Notice>}
      <div className={styles.acts}>
        <Button kind="primary" busy={isBusy} onPress={() => void acceptInvitation()}>
          Take the invitation
        </Button>
      </div>
    </section>
  );
}

function HelpingRow({ helping: { _id, performer, rights }, onLeft }: { helping: Helping; onLeft: () => void }) {
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const startHelping = async () => {
    setBusy(true);
    try {
      await beginDelegation(_id);
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
          <li key={right}>{delegateRights[right].may}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button kind="primary" busy={isBusy} aria-label={`Work for ${performer.name}`} onPress={() => void startHelping()}>
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
        actionLabel="Stop helping"
        onConfirm={async () => {
          await services.delegation['DELETE /helping/:id']({ params: { id: _id } });
          setLeaving(false);
          dispatch(refreshRequested());
          onLeft();
        }}
        onClose={() => setLeaving(false)}
      />
    </li>
  );
}
