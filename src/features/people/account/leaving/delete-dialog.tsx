/** The last question before an account is deleted: what goes, what the books keep, what is lost, and the password. */
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { shortDate } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import { useIntents, useSettings } from '@web/session/store/hooks';
import { accountLeft } from '@web/session/intents';
import type { CurrentUser } from '@web/session/intents';
import { presentPasswordToSend } from '@web/session/password';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { PasswordField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import styles from './leaving.module.css';
import { goneOf, keptOf, lossesOf, type Deletion } from './texts';

interface DeleteDialogProps {
  user: CurrentUser;
  deletion: Deletion;
  onClose: () => void;
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

export function DeleteDialog({ user, deletion, onClose }: DeleteDialogProps) {
  const ask = useIntents();
  const settings = useSettings();
  const { withProof, dialog } = useReauthentication();
  const form = useForm({ defaultValues: { password: '' } });
  // Whoever has a second step gives that; whoever has no password signs in elsewhere, and is asked for a passkey.
  const takesPassword = user.hasPassword && !user.hasTwoFactor;
  const send = async ({ password }: { password: string }): Promise<void> => {
    const proof = takesPassword ? { currentPassword: await presentPasswordToSend(password, settings) } : {};
    const asked = await withProof(() => services.privacy['POST /account/deletion']({ body: proof }));
    if (asked === null) return;
    showToast({ text: `Your account will be deleted on ${shortDate(asked.deletesAt)}. Log in before then to keep it.` });
    ask(accountLeft());
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf: { wrong_password: 'password' } });
  return (
    <>
      <OpenSheet
        title="Delete your account?"
        onClose={busy ? () => undefined : onClose}
        actions={
          <>
            <Button onPress={onClose} disabled={busy}>
              Cancel
            </Button>
            <span className={styles.danger}>
              <Button kind="primary" wide busy={busy} onPress={() => submit()}>
                Delete my account
              </Button>
            </span>
          </>
        }
      >
        <form noValidate className={styles.stack} onSubmit={submit}>
          <Lines title="What you lose" lines={lossesOf(deletion, user.isPerformer)} />
          <Lines title="What goes" lines={goneOf(user.isPerformer)} />
          <Lines title="What stays" lines={keptOf(deletion)} />
          <p>All devices are logged out now. For 30 days you can log in and keep the account; then it is erased for good.</p>
          {takesPassword ? (
            <PasswordField
              label="Password"
              error={form.formState.errors.password}
              {...form.register('password', { required: 'Enter your password.' })}
            />
          ) : null}
          {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        </form>
      </OpenSheet>
      {dialog}
    </>
  );
}
