/** Asks for the password when the host wants to know again who is there, then repeats what was refused. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { authService } from '@web/services/auth.service';
import { Refused } from '@web/services/refused';
import { Button } from '@web/ui/button';
import { PasswordField } from '@web/ui/fields';
import { Notice } from '@web/ui/notice';
import { Sheet } from '@web/ui/sheet';
import { useSettings } from './hooks';
import { passwordToSend } from './password';
import { useSend } from './use-send';
import styles from './reauthentication.module.css';

interface Reauthentication {
  /** Runs `act`; where the host asks for it, once more after the password. Resolves to null when the person gave up. */
  withProof: <A>(act: () => Promise<A>) => Promise<A | null>;
  /** Stands anywhere outside of the form. */
  dialog: ReactNode;
}

const wantsProof = (error: unknown): boolean => error instanceof Refused && error.error === 'reauthentication_required';

export function useReauthentication(): Reauthentication {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isProved: boolean) => void>(() => undefined);
  const settle = (isProved: boolean): void => {
    setOpen(false);
    answer.current(isProved);
  };
  const withProof = async <A,>(act: () => Promise<A>): Promise<A | null> => {
    try {
      return await act();
    } catch (error) {
      if (!wantsProof(error)) throw error;
    }
    setOpen(true);
    const isProved = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
    return isProved ? act() : null;
  };
  return { withProof, dialog: isOpen ? <PasswordDialog onProved={() => settle(true)} onClose={() => settle(false)} /> : null };
}

function PasswordDialog({ onProved, onClose }: { onProved: () => void; onClose: () => void }) {
  const settings = useSettings();
  const form = useForm({ defaultValues: { password: '' } });
  const send = async ({ password }: { password: string }): Promise<void> => {
    await authService.reauthenticate(await passwordToSend(password, settings));
    onProved();
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf: { wrong_password: 'password' } });
  return (
    <Sheet open title="Enter your password again" onClose={onClose}>
      <form noValidate className={styles.fields} onSubmit={submit}>
        <p>Where your money goes is worth a second look. We ask before it changes.</p>
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <PasswordField
          label="Password"
          error={form.formState.errors.password}
          {...form.register('password', { required: 'Enter your password.' })}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            Confirm
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
