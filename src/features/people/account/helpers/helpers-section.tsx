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
import { HelperActions } from './helper-actions';
import { RightsSheet } from './rights-sheet';
import styles from './helpers.module.css';

export type Delegate = ResponseOf<'GET /performer/helpers'>[number];

const nameOf = ({ person, email }: Delegate): string => person?.name ?? email;

const removalTexts = (removing: Delegate) =>
  removing.person === null
    ? {
        title: `Take the invitation of ${removing.email} back?`,
        consequence: 'The link that was mailed opens nothing any more.',
        actionLabel: 'Take back invitation',
      }
    : {
        title: `Remove ${removing.person.name}?`,
        consequence: 'They can do nothing for you from this moment on. What they made stays.',
        actionLabel: 'Remove helper',
      };

export function HelpersSection() {
  const { data, error, mutate } = useEndpoint('GET /performer/helpers', {});
  const [editing, setEditing] = useState<Delegate | 'new' | null>(null);
  const [removing, setRemoving] = useState<Delegate | null>(null);
  return (
    <>
      <FormSection
        title="Helpers"
        description="Let others work on your page with an account of their own. Nobody needs your password, and you see who did what."
        actions={
          <Button kind="primary" onPress={() => setEditing('new')}>
            Invite a helper
          </Button>
        }
      >
        <p className={styles.lead}>Whatever you choose, helpers never get to:</p>
        <ul className={styles.never}>
          {neverForDelegates.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={2} label="Loading your helpers…" /> : null}
        {data?.length === 0 ? (
          <EmptyState title="Nobody helps you yet" text="Invite somebody by e-mail and choose what they may do." />
        ) : null}
        {data && data.length > 0 ? (
          <ul className={styles.people} aria-label="Helpers">
            {data.map((helper) => (
              <HelperRow key={helper._id} helper={helper} onChange={() => setEditing(helper)} onRemove={() => setRemoving(helper)} />
            ))}
          </ul>
        ) : null}
      </FormSection>
      <HelperActions />
      {editing === null ? null : (
        <RightsSheet
          helper={editing === 'new' ? null : editing}
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
            showToast({ tone: 'ok', text: removing.person === null ? 'Invitation taken back' : `${removing.person.name} was removed` });
            setRemoving(null);
            await mutate();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  helper: Delegate;
  onChange: () => void;
  onRemove: () => void;
}

function HelperRow({ helper, onChange, onRemove }: RowProps) {
  const { person, email, rights } = helper;
  return (
    <li className={styles.helper}>
      <div className={styles.who}>
        {person === null ? <strong>{email}</strong> : <PersonLine person={person} note={email} />}
        <p className={styles.words}>{rights.map((right) => delegateRights[right].name).join(' · ')}</p>
        <p className={styles.quiet}>
          <HelperStatus helper={helper} />
        </p>
      </div>
      <div className={styles.acts}>
        <Button size="small" aria-label={`Change rights of ${nameOf(helper)}`} onPress={onChange}>
          Change
        </Button>
        <Button
          size="small"
          aria-label={person === null ? `Take back the invitation of ${email}` : `Remove ${person.name}`}
          onPress={onRemove}
        >
          {person === null ? 'Take back' : 'Remove'}
        </Button>
      </div>
    </li>
  );
}

function HelperStatus({ helper: { acceptedAt, invitedAt, lastActedAt } }: { helper: Delegate }) {
  if (acceptedAt === null)
    return (
      <>
        Invited <TimeAgo at={invitedAt} />, has not answered
      </>
    );
  return lastActedAt === null ? (
    <>
      Helps since <Day at={acceptedAt} />
    </>
  ) : (
    <>
      Last did something <TimeAgo at={lastActedAt} />
    </>
  );
}
