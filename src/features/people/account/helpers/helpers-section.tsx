/** People who help: whom the performer lets do what, who is invited, and what they did. */
import { helperRights, neverForHelpers } from '@contract/kernel/delegate-rights';
import { useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { FormSection } from '@web/ui/forms/form-section';
import { PersonLine } from '@web/ui/people/person-line';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { Day, TimeAgo } from '@web/ui/display/times';
import { HelperActs } from './helper-actions';
import { RightsSheet } from './rights-sheet';
import styles from './helpers.module.css';

export type Helper = AnswerOf<'GET /performer/helpers'>[number];

const nameOf = ({ person, email }: Helper): string => person?.name ?? email;

const leavingWords = (leaving: Helper) =>
  leaving.person === null
    ? {
        title: `Take the invitation of ${leaving.email} back?`,
        consequence: 'The link that was mailed opens nothing any more.',
        verb: 'Take back invitation',
      }
    : {
        title: `Remove ${leaving.person.name}?`,
        consequence: 'They can do nothing for you from this moment on. What they made stays.',
        verb: 'Remove helper',
      };

export function HelpersSection() {
  const { data, error, mutate } = useEndpoint('GET /performer/helpers', {});
  const [editing, setEditing] = useState<Helper | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Helper | null>(null);
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
          {neverForHelpers.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
        {!data && !error ? <Skeleton shape="row" count={2} label="Loading your helpers…" /> : null}
        {data?.length === 0 ? <Empty title="Nobody helps you yet" text="Invite somebody by e-mail and choose what they may do." /> : null}
        {data && data.length > 0 ? (
          <ul className={styles.people} aria-label="Helpers">
            {data.map((helper) => (
              <HelperRow key={helper._id} helper={helper} onChange={() => setEditing(helper)} onRemove={() => setLeaving(helper)} />
            ))}
          </ul>
        ) : null}
      </FormSection>
      <HelperActs />
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
      {leaving === null ? null : (
        <ConfirmDialog
          open
          {...leavingWords(leaving)}
          onConfirm={async () => {
            await services.helping['DELETE /performer/helpers/:id']({ params: { id: leaving._id } });
            showToast({ tone: 'ok', text: leaving.person === null ? 'Invitation taken back' : `${leaving.person.name} was removed` });
            setLeaving(null);
            await mutate();
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

interface RowProps {
  helper: Helper;
  onChange: () => void;
  onRemove: () => void;
}

function HelperRow({ helper, onChange, onRemove }: RowProps) {
  const { person, email, rights } = helper;
  return (
    <li className={styles.helper}>
      <div className={styles.who}>
        {person === null ? <strong>{email}</strong> : <PersonLine person={person} note={email} />}
        <p className={styles.words}>{rights.map((right) => helperRights[right].name).join(' · ')}</p>
        <p className={styles.quiet}>
          <Standing helper={helper} />
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

function Standing({ helper: { acceptedAt, invitedAt, lastActedAt } }: { helper: Helper }) {
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
