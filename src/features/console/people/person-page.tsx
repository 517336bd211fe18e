/** One account: its details, its sessions, and an operator's actions on it. */
import { errorMessage } from '@web/lib/i18n/error-message';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { formatTokens } from '@web/lib/i18n/money';
import { countryName } from '@web/lib/i18n/place-names';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo, FullTime } from '@web/ui/display/times';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { BalancePanel } from '../adjustments/balance-panel';
import { ConsoleFrame } from '../parts/console-frame';
import { NotesPanel } from '../operations/notes-panel';
import { DetailList } from '../parts/detail-list';
import { byId } from '../parts/requests';
import { ReasonDialog } from '../parts/reason-dialog';
import { TwoFactorPanel } from '../safety/second-step-panel';
import { roleOptions, roleLabels, StatusTag } from '../parts/status-tags';
import styles from '../parts/console.module.css';

type Person = ResponseOf<'GET /admin/users/:id'>;
const back = { href: '/admin/users', label: 'Back to users' };

export function PersonScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/users/:id', typeof id === 'string' ? byId(id) : null);
  if (data === undefined) {
    return (
      <ConsoleFrame title="Account" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the account…" />}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame title={data.name} back={back}>
      <PersonPage person={data} onChanged={(next) => void mutate(next, next ? { revalidate: false } : {})} />
    </ConsoleFrame>
  );
}

interface PersonPageProps {
  person: Person;
  /** The updated account, where the API returned it. */
  onChanged: (next?: Person) => void;
}

function PersonPage({ person, onChanged }: PersonPageProps) {
  const isDeleted = person.status === 'deleted';
  return (
    <div className={styles.stack}>
      <div className={styles.identity}>
        <Avatar name={person.name} src={person.avatar} size="huge" />
        <div>
          <p className={styles.stateLine}>
            <StatusTag of={person.status} /> {roleLabels[person.role]}
          </p>
          <p className={styles.quiet}>{person.username === null ? 'No username yet' : <bdi>@{person.username}</bdi>}</p>
        </div>
      </div>
      {person.suspension === null ? null : (
        <Notice tone="danger" title="Suspended">
          {person.suspension.reason} · <TimeAgo at={person.suspension.at} />
        </Notice>
      )}
      {person.deletesAt === null ? null : (
        <Notice tone="warn" title="Scheduled for deletion">
          {person.name} requested this. The account will be deleted on <FullTime at={person.deletesAt} />. Until then, {person.name} can log
          in and restore it.
        </Notice>
      )}
      {isDeleted ? <Notice title="Deleted">Personal data was deleted. Only records the ledger needs remain.</Notice> : null}
      <div className={styles.halves}>
        <DetailList
          title="Account"
          details={[
            { label: 'Email', value: person.email },
            { label: 'Email confirmed', value: person.isEmailVerified ? 'Yes' : 'No' },
            { label: 'Phone', value: person.phone },
            { label: 'Country', value: person.country === null ? null : countryName(person.country) },
            { label: 'Balance', value: <span className="figures">{formatTokens(person.balance)} tokens</span> },
            { label: 'Joined', value: <TimeAgo at={person.createdAt} /> },
            { label: 'Last seen', value: person.lastSeenAt === null ? 'Never' : <TimeAgo at={person.lastSeenAt} /> },
          ]}
        />
        <div className={styles.stack}>
          {isDeleted ? null : <PermissionsPanel person={person} onChanged={onChanged} />}
          <BalancePanel person={person} />
        </div>
      </div>
      <NotesPanel accountId={person._id} name={person.name} />
      {isDeleted ? null : (
        <>
          <SessionsPanel person={person} onChanged={() => onChanged()} />
          <TwoFactorPanel person={person} onChanged={onChanged} />
          <AccountStatusPanel person={person} onChanged={onChanged} />
        </>
      )}
    </div>
  );
}

/** Role and email verification, for operators who may change them. Errors appear at the role, or as a notice if the role is read-only. */
function PermissionsPanel({ person, onChanged }: PersonPageProps) {
  const [busy, setBusy] = useState(false);
  const [role, setRole] = useState<Person['role']>(person.role);
  const [error, setError] = useState<string | undefined>(undefined);
  const may = useHasRight();
  const roleChoices = roleOptions().filter(({ value }) => value !== 'operator' || value === person.role || may('team.change'));
  const canEditRole = may('people.change') && (person.role !== 'operator' || may('team.change'));
  const change = async (changes: { role?: Person['role']; isEmailVerified?: boolean }, done: string) => {
    setBusy(true);
    setError(undefined);
    try {
      onChanged(await services.admin['PUT /admin/users/:id']({ params: { id: person._id }, body: changes }));
      showToast({ text: done, tone: 'ok' });
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-label="Permissions">
      <h2 className={styles.panelTitle}>Permissions</h2>
      <div className={styles.stack}>
        {canEditRole ? (
          <SelectField
            label="Role"
            error={error}
            options={roleChoices}
            value={role}
            onChange={(event) => setRole(event.target.value as Person['role'])}
          />
        ) : (
          <p className={styles.quiet}>{roleLabels[person.role]}</p>
        )}
        {error === undefined || canEditRole ? null : <Notice tone="danger">{error}</Notice>}
        <div className={styles.actions}>
          {canEditRole ? (
            <Button
              busy={busy}
              disabled={role === person.role}
              onPress={() => void change({ role }, `${person.name}’s role is now ${inSentence(roleLabels[role])}`)}
            >
              Change role
            </Button>
          ) : null}
          {may('people.change') && person.email !== null && !person.isEmailVerified ? (
            <Button busy={busy} onPress={() => void change({ isEmailVerified: true }, 'Email address confirmed')}>
              Confirm email
            </Button>
          ) : null}
          {person.isPerformer ? <Button href={`/admin/performers/${person._id}`}>Open creator</Button> : null}
        </div>
      </div>
    </section>
  );
}

function SessionsPanel({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const may = useHasRight();
  const [isConfirming, setConfirming] = useState(false);
  const end = async () => {
    const { ended } = await services.admin['DELETE /admin/users/:id/sessions']({ params: { id: person._id } });
    setConfirming(false);
    showToast({ text: ended === 1 ? '1 session ended' : `${String(ended)} sessions ended`, tone: 'ok' });
    onChanged();
  };
  return (
    <section className={styles.panel} aria-label="Sessions">
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>Sessions</h2>
        {person.sessions.length > 0 && may('people.change') ? (
          <Button size="small" onPress={() => setConfirming(true)}>
            End sessions
          </Button>
        ) : null}
      </div>
      {person.sessions.length === 0 ? <p className={styles.quiet}>No active sessions.</p> : null}
      <ul className={styles.lines}>
        {person.sessions.map((session) => (
          <li key={session._id} className={styles.line}>
            <span>{session.device}</span>
            <span className={styles.quiet}>
              {[session.address, session.country].filter(Boolean).join(' · ')}
              {session.address === null && session.country === null ? '' : ' · '}
              <TimeAgo at={session.lastUsedAt} />
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={isConfirming}
        title={`End all of ${person.name}’s sessions?`}
        consequence="All devices are logged out immediately. The user can log in again."
        actionLabel="End sessions"
        onConfirm={end}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}

function AccountStatusPanel({ person, onChanged }: PersonPageProps) {
  const may = useHasRight();
  const [isConfirming, setConfirming] = useState(false);
  const isSuspended = person.status === 'suspended';
  const suspend = async (reason: string) => {
    onChanged(await services.admin['POST /admin/users/:id/suspend']({ params: { id: person._id }, body: { reason } }));
    setConfirming(false);
    showToast({ text: `${person.name} is suspended`, tone: 'ok' });
  };
  const restore = async () => {
    onChanged(await services.admin['POST /admin/users/:id/restore']({ params: { id: person._id } }));
    setConfirming(false);
    showToast({ text: `${person.name}’s account is restored`, tone: 'ok' });
  };
  const name = person.name;
  if (!may('people.suspend')) return null;
  return (
    <section className={styles.panel} aria-label="Account status">
      <h2 className={styles.panelTitle}>Account status</h2>
      <div className={styles.actions}>
        <Button kind={isSuspended ? 'plain' : 'danger'} onPress={() => setConfirming(true)}>
          {isSuspended ? 'Restore' : 'Suspend'}
        </Button>
      </div>
      {isConfirming && isSuspended ? (
        <ConfirmDialog
          open
          tone="plain"
          title={`Restore ${name}?`}
          consequence={`${name} can log in again. A creator’s profile becomes visible again.`}
          actionLabel={`Restore ${name}`}
          onConfirm={restore}
          onClose={() => setConfirming(false)}
        />
      ) : null}
      {isConfirming && !isSuspended ? (
        <ReasonDialog
          title={`Suspend ${name}?`}
          consequence={`${name} is logged out everywhere, can’t log in and disappears from the site. ${name} sees the reason when trying to log in.`}
          actionLabel={`Suspend ${name}`}
          onConfirm={suspend}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </section>
  );
}
