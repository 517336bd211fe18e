/** /helping: the performers that the user is a delegate of, and the invitation whose link the user opened. */
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
import { delegationsPath } from '@web/session/delegate-paths';
import { beginDelegation } from '@web/session/delegation';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { FullTime } from '@web/ui/display/times';
import styles from './delegations.module.css';

type Delegation = ResponseOf<'GET /helping'>[number];
type InvitationDetails = ResponseOf<'GET /helping/invitation'>;

export function DelegationsScreen() {
  const { query } = useRouter();
  const { data, error, mutate } = useEndpoint('GET /helping', {});
  const token = query['token'];
  return (
    <section className={styles.stack}>
      <PageHead title="Profiles you manage" noindex />
      {query['over'] === undefined ? null : (
        <Notice tone="hint">You’ve stopped managing another profile. You’re back in your own account.</Notice>
      )}
      {typeof token === 'string' ? <Invitation token={token} onAccepted={() => void mutate()} /> : null}
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" count={2} label="Loading the profiles you manage…" /> : null}
      {data?.length === 0 && typeof token !== 'string' ? (
        <EmptyState
          title="You don’t manage any profiles yet"
          text="When a creator invites you as a manager, open the link in their email."
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className={styles.people} aria-label="Profiles you manage">
          {data.map((delegation) => (
            <DelegationRow key={delegation._id} delegation={delegation} onLeft={() => void mutate()} />
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

/** Errors that a retry would not resolve. */
const permanentErrors: ReadonlySet<string> = new Set(['link_invalid', 'self_not_allowed', 'operator_cannot_help']);

/** An invitation is bound to an email address: an error shows which account is signed in. */
function InvitationError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const viewer = useCurrentUser();
  const serialized = serializeError(error, messages.anyFailure);
  if (serialized.code === null || !permanentErrors.has(serialized.code)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <Notice tone="warn" title="You can’t accept this invitation">
      {serialized.message}
      {viewer?.email ? ` You’re logged in as ${viewer.email}. The invitation only works for the address it was sent to.` : null}
    </Notice>
  );
}

function InvitationCard({
  token,
  onAccepted,
  invitation: { performer, rights, expiresAt },
}: InvitationProps & { invitation: InvitationDetails }) {
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const { replace } = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const acceptInvitation = async () => {
    setBusy(true);
    try {
      const { performer } = await services.delegation['POST /helping/accept']({ body: { token } });
      showToast({ tone: 'ok', text: `You now manage ${performer.name}’s profile` });
      dispatch(refreshRequested());
      onAccepted();
      await replace(delegationsPath);
    } catch (error) {
      setErrorText(serializeError(error, messages.anyFailure).message);
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h2 id="invitation" className={styles.title}>
        {performer.name} invited you as a manager
      </h2>
      <PersonLine person={performer} verified={performer.isVerified} />
      <p className={styles.words}>What you can do:</p>
      <ul className={styles.never}>
        {rights.map((right) => (
          <li key={right}>{delegateRights[right].description}</li>
        ))}
      </ul>
      <p className={styles.words}>What you can’t access:</p>
      <ul className={styles.never}>
        {neverForDelegates.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p className={styles.words}>
        You’ll use your own account
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
          Accept invitation
        </Button>
      </div>
    </section>
  );
}

function DelegationRow({ delegation: { _id, performer, rights }, onLeft }: { delegation: Delegation; onLeft: () => void }) {
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const startDelegation = async () => {
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
          <li key={right}>{delegateRights[right].description}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button kind="primary" busy={isBusy} aria-label={`Manage profile of ${performer.name}`} onPress={() => void startDelegation()}>
          Manage profile
        </Button>
        <Button aria-label={`Stop managing ${performer.name}`} onPress={() => setLeaving(true)}>
          Stop managing
        </Button>
      </div>
      <ConfirmDialog
        open={isLeaving}
        title={`Stop managing ${performer.name}?`}
        consequence="You lose access immediately. To come back, you need a new invitation."
        actionLabel="Stop managing"
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
