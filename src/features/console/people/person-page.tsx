/** One account: who it is, where it is signed in, and what an operator may do with it. */
import { errorMessage } from '@web/lib/i18n/error-message';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { formatTokens } from '@web/lib/i18n/money';
import { countryName } from '@web/lib/i18n/place-names';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useMay } from '@web/session/use-may';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo, WholeTime } from '@web/ui/display/times';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { BalancePanel } from '../adjustments/balance-panel';
import { ConsoleFrame } from '../parts/console-frame';
import { NotesPanel } from '../operations/notes-panel';
import { Facts } from '../parts/detail-list';
import { byId } from '../reads';
import { ReasonDialog } from '../parts/reason-dialog';
import { SecondStepPanel } from '../safety/second-step-panel';
import { roleOptions, roleWords, State } from '../words';
import styles from '../parts/console.module.css';

type Person = AnswerOf<'GET /admin/users/:id'>;
const back = { href: '/admin/users', label: 'Back to users' };

export function PersonScreen() {
  const { id } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /admin/users/:id', typeof id === 'string' ? byId(id) : null);
  if (data === undefined) {
    return (
      <ConsoleFrame title="Account" back={back}>
        {error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="profile" label="Loading the account…" />}
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
  /** The account as it is now, where the host said so. */
  onChanged: (next?: Person) => void;
}

function PersonPage({ person, onChanged }: PersonPageProps) {
  const isGone = person.status === 'deleted';
  return (
    <div className={styles.stack}>
      <div className={styles.identity}>
        <Avatar name={person.name} src={person.avatar} size="huge" />
        <div>
          <p className={styles.stateLine}>
            <State of={person.status} /> {roleWords[person.role]}
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
        <Notice tone="warn" title="Being deleted">
          {person.name} asked for that. The account is erased on <WholeTime at={person.deletesAt} />; until then {person.name} can log in
          and keep it.
        </Notice>
      )}
      {person.status === 'deleted' ? <Notice title="Deleted">Nothing of this person is left but what the books need.</Notice> : null}
      <div className={styles.halves}>
        <Facts
          title="Account"
          facts={[
            { label: 'E-mail', value: person.email },
            { label: 'E-mail confirmed', value: person.isEmailVerified ? 'Yes' : 'No' },
            { label: 'Phone', value: person.phone },
            { label: 'Country', value: person.country === null ? null : countryName(person.country) },
            { label: 'Balance', value: <span className="figures">{formatTokens(person.balance)} tokens</span> },
            { label: 'Joined', value: <TimeAgo at={person.createdAt} /> },
            { label: 'Last seen', value: person.lastSeenAt === null ? 'Never' : <TimeAgo at={person.lastSeenAt} /> },
          ]}
        />
        <div className={styles.stack}>
          {isGone ? null : <Rights person={person} onChanged={onChanged} />}
          <BalancePanel person={person} />
        </div>
      </div>
      <NotesPanel accountId={person._id} name={person.name} />
      {isGone ? null : (
        <>
          <Sessions person={person} onChanged={() => onChanged()} />
          <SecondStepPanel person={person} onChanged={onChanged} />
          <Standing person={person} onChanged={onChanged} />
        </>
      )}
    </div>
  );
}

/** Role and confirmation, for those who may change them; a refusal stands beside what caused it. */
function Rights({ person, onChanged }: PersonPageProps) {
  const [busy, setBusy] = useState(false);
  const [role, setRole] = useState<Person['role']>(person.role);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const may = useMay();
  const given = roleOptions().filter(({ value }) => value !== 'operator' || value === person.role || may('team.change'));
  const isRoleHers = may('people.change') && (person.role !== 'operator' || may('team.change'));
  const change = async (changes: { role?: Person['role']; isEmailVerified?: boolean }, done: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      onChanged(await services.admin['PUT /admin/users/:id']({ params: { id: person._id }, body: changes }));
      showToast({ text: done, tone: 'ok' });
    } catch (thrown) {
      setProblem(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.panel} aria-label="Rights">
      <h2 className={styles.panelTitle}>Rights</h2>
      <div className={styles.stack}>
        {isRoleHers ? (
          <SelectField
            label="Role"
            error={problem}
            options={given}
            value={role}
            onChange={(event) => setRole(event.target.value as Person['role'])}
          />
        ) : (
          <p className={styles.quiet}>{roleWords[person.role]}</p>
        )}
        {problem === undefined || isRoleHers ? null : <Notice tone="danger">{problem}</Notice>}
        <div className={styles.actions}>
          {isRoleHers ? (
            <Button
              busy={busy}
              disabled={role === person.role}
              onPress={() => void change({ role }, `${person.name} is now ${inSentence(roleWords[role])}`)}
            >
              Change role
            </Button>
          ) : null}
          {may('people.change') && person.email !== null && !person.isEmailVerified ? (
            <Button busy={busy} onPress={() => void change({ isEmailVerified: true }, 'E-mail address confirmed')}>
              Confirm e-mail
            </Button>
          ) : null}
          {person.isPerformer ? <Button href={`/admin/performers/${person._id}`}>Open performer</Button> : null}
        </div>
      </div>
    </section>
  );
}

function Sessions({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const end = async () => {
    const { ended } = await services.admin['DELETE /admin/users/:id/sessions']({ params: { id: person._id } });
    setAsking(false);
    showToast({ text: ended === 1 ? '1 session ended' : `${String(ended)} sessions ended`, tone: 'ok' });
    onChanged();
  };
  return (
    <section className={styles.panel} aria-label="Sessions">
      <div className={styles.panelHead}>
        <h2 className={styles.panelTitle}>Sessions</h2>
        {person.sessions.length > 0 && may('people.change') ? (
          <Button size="small" onPress={() => setAsking(true)}>
            End sessions
          </Button>
        ) : null}
      </div>
      {person.sessions.length === 0 ? <p className={styles.quiet}>Not signed in anywhere.</p> : null}
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
        open={isAsking}
        title={`End all sessions of ${person.name}?`}
        consequence="Every device is signed out at once. Logging in again is possible."
        verb="End sessions"
        onConfirm={end}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

function Standing({ person, onChanged }: PersonPageProps) {
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = person.status === 'suspended';
  const suspend = async (reason: string) => {
    onChanged(await services.admin['POST /admin/users/:id/suspend']({ params: { id: person._id }, body: { reason } }));
    setAsking(false);
    showToast({ text: `${person.name} is suspended`, tone: 'ok' });
  };
  const restore = async () => {
    onChanged(await services.admin['POST /admin/users/:id/restore']({ params: { id: person._id } }));
    setAsking(false);
    showToast({ text: `${person.name} is restored`, tone: 'ok' });
  };
  const name = person.name;
  if (!may('people.suspend')) return null;
  return (
    <section className={styles.panel} aria-label="Standing">
      <h2 className={styles.panelTitle}>Standing</h2>
      <div className={styles.actions}>
        <Button kind={isSuspended ? 'plain' : 'danger'} onPress={() => setAsking(true)}>
          {isSuspended ? 'Restore' : 'Suspend'}
        </Button>
      </div>
      {isAsking && isSuspended ? (
        <ConfirmDialog
          open
          tone="plain"
          title={`Restore ${name}?`}
          consequence={`${name} can log in again, and a performer's page shows again.`}
          verb={`Restore ${name}`}
          onConfirm={restore}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {isAsking && !isSuspended ? (
        <ReasonDialog
          title={`Suspend ${name}?`}
          consequence={`${name} is signed out everywhere, cannot log in, and disappears from the site. The reason is shown when ${name} tries to log in.`}
          verb={`Suspend ${name}`}
          onConfirm={suspend}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
