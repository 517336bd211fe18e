/** The team: operators with their rights, and pending invitations. */
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { PersonLine } from '@web/ui/people/person-line';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { grantSummary } from './grant-fields';
import { GrantSheet } from './grant-sheet';
import type { Member } from './grant-sheet';
import styles from './team.module.css';

type Invitation = ResponseOf<'GET /admin/team'>['invitations'][number];
type Removal = { kind: 'member'; target: Member } | { kind: 'invitation'; target: Invitation };

const removalTexts = (removal: Removal | null) =>
  removal?.kind === 'invitation'
    ? {
        title: `Withdraw the invitation to ${removal.target.email}?`,
        consequence: 'The link in the email stops working.',
        actionLabel: 'Withdraw invitation',
      }
    : {
        title: `Remove ${removal?.target.person.name ?? ''} from the team?`,
        consequence: 'They lose all permissions immediately, and every device is logged out. The account itself stays.',
        actionLabel: 'Remove from team',
      };

export function OperatorsScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/team', {});
  const ownId = useAccountId();
  const [editing, setEditing] = useState<Member | 'new' | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const inviteButton = (
    <Button kind="primary" onPress={() => setEditing('new')}>
      Invite
    </Button>
  );
  return (
    <ConsoleFrame
      title="Operators"
      lead="Operators can do only what their permissions allow. You can’t grant permissions you don’t have."
      actions={inviteButton}
    >
      {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data === undefined && !error ? <Skeleton shape="row" count={3} label="Loading the team…" /> : null}
      {data === undefined ? null : (
        <>
          <ul className={styles.people} aria-label="Team">
            {data.members.map((member) => (
              <li key={member._id} className={styles.member}>
                <div className={styles.who}>
                  <PersonLine person={member.person} note={member._id === ownId ? 'You' : (member.email ?? 'No email yet')} />
                  <p className={styles.words}>{grantSummary(member)}</p>
                  <p className={styles.quiet}>
                    {member.lastSeenAt === null ? (
                      'Not active yet'
                    ) : (
                      <>
                        Last active <TimeAgo at={member.lastSeenAt} />
                      </>
                    )}
                  </p>
                </div>
                <div className={styles.actions}>
                  <Button size="small" aria-label={`Edit permissions of ${member.person.name}`} onPress={() => setEditing(member)}>
                    Edit permissions
                  </Button>
                  <Button
                    size="small"
                    aria-label={`Remove ${member.person.name}`}
                    onPress={() => setRemoval({ kind: 'member', target: member })}
                  >
                    Remove
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {data.invitations.length === 0 ? null : (
            <>
              <h2 className={styles.subtitle}>Invited</h2>
              <ul className={styles.people} aria-label="Invitations">
                {data.invitations.map((invitation) => (
                  <li key={invitation._id} className={styles.member}>
                    <div className={styles.who}>
                      <strong>{invitation.email}</strong>
                      <p className={styles.words}>{grantSummary(invitation)}</p>
                      <p className={styles.quiet}>
                        Expires <TimeAgo at={invitation.expiresAt} />
                      </p>
                    </div>
                    <div className={styles.actions}>
                      <Button
                        size="small"
                        aria-label={`Withdraw invitation to ${invitation.email}`}
                        onPress={() => setRemoval({ kind: 'invitation', target: invitation })}
                      >
                        Withdraw
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {editing === null ? null : (
        <GrantSheet
          member={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            void mutate();
          }}
        />
      )}
      <ConfirmDialog
        open={removal !== null}
        {...removalTexts(removal)}
        onConfirm={async () => {
          if (removal === null) return;
          await services.team['DELETE /admin/team/:id']({ params: { id: removal.target._id } });
          showToast({ tone: 'ok', text: removal.kind === 'member' ? 'Removed from the team' : 'Invitation withdrawn' });
          setRemoval(null);
          await mutate();
        }}
        onClose={() => setRemoval(null)}
      />
    </ConsoleFrame>
  );
}
