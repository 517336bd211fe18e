/** Switching two-factor authentication off requires another code: someone at an unlocked computer has none. */
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { CodeField } from '@web/ui/forms/code-field';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { Form } from '@web/ui/forms/form';
import styles from './security.module.css';

interface DisableTwoFactorSheetProps {
  withReauthentication: WithReauthentication;
  onDisabled: () => void;
  onClose: () => void;
}

export function DisableTwoFactorSheet({ withReauthentication, onDisabled, onClose }: DisableTwoFactorSheetProps) {
  const form = useForm({
    defaultValues: { code: '' },
    resolver: contractResolver(
      'POST /auth/two-factor/disable',
      () => import('@contract/people/two-factor'),
      (values) => values,
      {
        code: { text: 'Enter a code.' },
      },
    ),
  });
  const { busy, error, submit } = useSend(
    form,
    async (body) => {
      if ((await withReauthentication(() => services.twoFactor['POST /auth/two-factor/disable']({ body }))) !== null) onDisabled();
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  return (
    <Sheet open title="Turn off two-step verification?" onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <p>You’ll log in with just your password. Your recovery codes and trusted devices are removed.</p>
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <CodeField form={form} label="Code from your app or a recovery code" />
        <div className={styles.actions}>
          <Button type="submit" kind="danger" busy={busy}>
            Turn off
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
