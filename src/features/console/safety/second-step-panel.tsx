/** Whether an account has two-step verification, and its reset for a person who lost access to theirs. */
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
    showToast({ text: `Two-step verification reset for ${person.name}`, tone: 'ok' });
  };
  return (
    <section className={styles.panel} aria-label="Two-step verification">
      <h2 className={styles.panelTitle}>Two-step verification</h2>
      {person.hasTwoFactor ? null : <p className={styles.quiet}>Off. This account needs only a password to log in.</p>}
      {person.hasTwoFactor && person._id === ownId ? (
        <p className={styles.quiet}>On. Change yours under Security in your settings.</p>
      ) : null}
      {person.hasTwoFactor && person._id !== ownId ? (
        <div className={styles.stack}>
          <p className={styles.quiet}>{may('people.change') ? 'On. Reset it only after you’ve confirmed the person’s identity.' : 'On.'}</p>
          {may('people.change') ? (
            <div className={styles.actions}>
              <Button kind="danger" onPress={() => setConfirming(true)}>
                Reset two-step verification
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        title={`Reset two-step verification for ${person.name}?`}
        consequence="This removes their app, recovery codes and trusted devices, and logs out every device. After that, the password is enough to log in. We’ll email the person about it."
        actionLabel="Reset two-step verification"
        onConfirm={reset}
        onClose={() => setConfirming(false)}
      />
    </section>
  );
}
