/** Switching the second step off takes one more code: whoever sits at an unlocked computer has none. */
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { CodeField } from '@web/ui/forms/code-field';
import type { WithProof } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import styles from './security.module.css';

interface SwitchOffSheetProps {
  withProof: WithProof;
  onOff: () => void;
  onClose: () => void;
}

export function SwitchOffSheet({ withProof, onOff, onClose }: SwitchOffSheetProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { busy, problem, submit } = useSend(
    form,
    async ({ code }) => {
      if ((await withProof(() => services.secondStep['POST /auth/two-factor/disable']({ body: { code } }))) !== null) onOff();
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  return (
    <Sheet open title="Turn the second step off?" onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={submit}>
        <p>Your password alone will open your account again. Your recovery codes and the devices that you trust are forgotten.</p>
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <CodeField form={form} label="Code of your app, or a recovery code" />
        <div className={styles.actions}>
          <Button type="submit" kind="danger" busy={busy}>
            Turn off
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
