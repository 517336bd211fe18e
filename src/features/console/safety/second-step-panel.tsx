/** Whether an account has two-step verification, and resetting it for a person who has lost theirs. */
import { useState } from 'react';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useAccountId } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import styles from '../parts/console.module.css';

type Person = ResponseOf<'GET /admin/users/:id'>;

export function TwoFactorPanel({ person, onChanged }: { person: Person; onChanged: (next: Person) => void }) {
  const ownId = useAccountId();
  const may = useHasRight();
  const [isConfirming, setConfirming] = useState(false);
  const reset = async (): Promise<void> => {
    onChanged(await services.admin['POST /admin/users/:id/two-factor/reset']({ params: { id: person._id } }));
    setConfirming(false);
    showToast({ text: `${person.name} logs in with the password alone now`, tone: 'ok' });
  };
  return (
    <section className={styles.panel} aria-label="Second step">
      <h2 className={styles.panelTitle}>Second step</h2>
      {person.hasTwoFactor ? null : <p className={styles.quiet}>Off. The password alone opens this account.</p>}
      {person.hasTwoFactor && person._id === ownId ? (
        <p className={styles.quiet}>On. Change your own under Security in your settings.</p>
      ) : null}
      {person.hasTwoFactor && person._id !== ownId ? (
        <div className={styles.stack}>
          <p className={styles.quiet}>{may('people.change') ? 'On. Reset it only for who has proved to you who they are.' : 'On.'}</p>
          {may('people.change') ? (
            <div className={styles.actions}>
              <Button kind="danger" onPress={() => setConfirming(true)}>
                Reset second step
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        title={`Reset the second step of ${person.name}?`}
        consequence="The app, the recovery codes and the trusted devices are forgotten, and every device is signed out. The password alone opens the account then. The person gets a mail about it."
        actionLabel="Reset second step"
        onConfirm={reset}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}
