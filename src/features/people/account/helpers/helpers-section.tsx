/** Delegates: what each may do for the performer, pending invitations, and their actions. */
import { delegateRights, neverForDelegates } from '@contract/kernel/delegate-rights';
import { useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { FormSection } from '@web/ui/forms/form-section';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Day, TimeAgo } from '@web/ui/display/times';
import { DelegateActions } from './helper-actions';
import { RightsSheet } from './rights-sheet';
import styles from './helpers.module.css';

export type Delegate = ResponseOf<'GET /performer/helpers'>[number];

const nameOf = ({ person, email }: Delegate): string => person?.name ?? email;

const removalTexts = (removing: Delegate) =>
  removing.person === null
    ? {
        title: `Withdraw the invitation to ${removing.email}?`,
        consequence: 'The link in the email stops working.',
        actionLabel: 'Withdraw invitation',
      }
    : {
        title: `Remove ${removing.person.name}?`,
        consequence: 'They lose access immediately. Everything they created stays.',
        actionLabel: 'Remove manager',
      };

export function DelegatesSection() {
  const { data, error, mutate } = useEndpoint('GET /performer/helpers', {});
  const [editing, setEditing] = useState<Delegate | 'new' | null>(null);
  const [removing, setRemoving] = useState<Delegate | null>(null);
  return (
    <>
      <FormSection
        title="Managers"
        description="Managers run parts of your profile from their own account. You never share your password, and you see everything they do."
        actions={
          <Button kind="primary" onPress={() => setEditing('new')}>
            Invite manager
          </Button>
        }
      >
        <p className={styles.lead}>Managers can never access:</p>
        <ul className={styles.never}>
          {neverForDelegates.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={2} label="Loading your managers…" /> : null}
        {data?.length === 0 ? <EmptyState title="No managers yet" text="Invite someone by email and choose what they can do." /> : null}
        {data && data.length > 0 ? (
          <ul className={styles.people} aria-label="Managers">
            {data.map((delegate) => (
              <DelegateRow
                key={delegate._id}
                delegate={delegate}
                onChange={() => setEditing(delegate)}
                onRemove={() => setRemoving(delegate)}
              />
            ))}
          </ul>
        ) : null}
      </FormSection>
      <DelegateActions />
      {editing === null ? null : (
        <RightsSheet
          delegate={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            void mutate();
          }}
        />
      )}
      {removing === null ? null : (
        <ConfirmDialog
          open
          {...removalTexts(removing)}
          onConfirm={async () => {
            await services.delegation['DELETE /performer/helpers/:id']({ params: { id: removing._id } });
            showToast({ tone: 'ok', text: removing.person === null ? 'Invitation withdrawn' : `${removing.person.name} was removed` });
            setRemoving(null);
            await mutate();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

interface DelegateRowProps {
  delegate: Delegate;
  onChange: () => void;
  onRemove: () => void;
}

function DelegateRow({ delegate, onChange, onRemove }: DelegateRowProps) {
  const { person, email, rights } = delegate;
  return (
    <li className={styles.helper}>
      <div className={styles.who}>
        {person === null ? <strong>{email}</strong> : <PersonLine person={person} note={email} />}
        <p className={styles.words}>{rights.map((right) => delegateRights[right].name).join(' · ')}</p>
        <p className={styles.quiet}>
          <DelegateStatus delegate={delegate} />
        </p>
      </div>
      <div className={styles.acts}>
        <Button size="small" aria-label={`Edit permissions of ${nameOf(delegate)}`} onPress={onChange}>
          Change
        </Button>
        <Button size="small" aria-label={person === null ? `Withdraw invitation to ${email}` : `Remove ${person.name}`} onPress={onRemove}>
          {person === null ? 'Withdraw' : 'Remove'}
        </Button>
      </div>
    </li>
  );
}

function DelegateStatus({ delegate: { acceptedAt, invitedAt, lastActedAt } }: { delegate: Delegate }) {
  if (acceptedAt === null)
    return (
      <>
        Invited <TimeAgo at={invitedAt} />, not accepted yet
      </>
    );
  return lastActedAt === null ? (
    <>
      Manager since <Day at={acceptedAt} />
    </>
  ) : (
    <>
      Last active <TimeAgo at={lastActedAt} />
    </>
  );
}
