/** The final confirmation before an account is deleted: what is deleted, what accounting retains, what is lost, and the password. */
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { shortDate } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import { useAppDispatch, useSettings } from '@web/session/store/hooks';
import { accountDeleted } from '@web/session/store/intents';
import type { CurrentUser } from '@web/services/current-user';
import { currentPasswordToSend } from '@web/session/password';
import { showToast } from '@web/ui/feedback/toast-queue';
import { contractResolver } from '@web/forms/contract-resolver';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { PasswordField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import styles from './leaving.module.css';
import { deletedData, retainedData, deletionLosses, type Deletion } from './texts';
import { Form } from '@web/ui/forms/form';

interface DeleteDialogProps {
  user: CurrentUser;
  deletion: Deletion;
  onClose: () => void;
}

function TextList({ title, lines }: { title: string; lines: readonly string[] }) {
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

const bodyOf = ({ password }: { password: string }) => ({ currentPassword: password });

export function DeleteDialog({ user, deletion, onClose }: DeleteDialogProps) {
  const dispatch = useAppDispatch();
  const settings = useSettings();
  const { withReauthentication, dialog } = useReauthentication();
  const form = useForm({
    defaultValues: { password: '' },
    resolver: contractResolver('POST /account/deletion', () => import('@contract/site/privacy'), bodyOf, {
      password: { at: 'currentPassword', empty: 'Enter your password.' },
    }),
  });
  // Users with two-factor authentication enter a code instead. Users without a password sign in with another provider, and are asked for a
  // passkey.
  const takesPassword = user.hasPassword && !user.hasTwoFactor;
  const send = async ({ password }: { password: string }): Promise<void> => {
    const proof = takesPassword ? bodyOf({ password: await currentPasswordToSend(password, settings) }) : {};
    const scheduled = await withReauthentication(() => services.privacy['POST /account/deletion']({ body: proof }));
    if (scheduled === null) return;
    showToast({ text: `Your account will be deleted on ${shortDate(scheduled.deletesAt)}. Log in before then to keep it.` });
    dispatch(accountDeleted());
  };
  const { busy, error, submit } = useSend(form, send, { fieldOf: { wrong_password: 'password' } });
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
        <Form className={styles.stack} onSubmit={submit}>
          <TextList title="What you lose" lines={deletionLosses(deletion, user.isPerformer)} />
          <TextList title="What we delete" lines={deletedData(user.isPerformer)} />
          <TextList title="What we keep" lines={retainedData(deletion)} />
          <p>You’ll be logged out on all devices. Log in within 30 days to keep your account. After that, it’s permanently deleted.</p>
          {takesPassword ? <PasswordField label="Password" error={form.formState.errors.password} {...form.register('password')} /> : null}
          {error ? <Notice tone="danger">{error.message}</Notice> : null}
        </Form>
      </OpenSheet>
      {dialog}
    </>
  );
}
