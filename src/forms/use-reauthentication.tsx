/** Asks who is there when the host wants to know it again, by the second step or the password, then repeats what was refused. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { Refused } from '@web/services/api-error';
import { Button } from '@web/ui/actions/button';
import { PasswordField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { CodeField } from '@web/ui/forms/code-field';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { passkeyProblem, provePasskey } from '@web/session/passkeys';
import { presentPasswordToSend } from '@web/session/password';
import { useSend } from './use-send';
import styles from './reauthentication.module.css';

/** Runs `act`; where the host asks for it, once more after the password. Resolves to null when the person gave up. */
export type WithProof = <A>(act: () => Promise<A>) => Promise<A | null>;

interface Reauthentication {
  withProof: WithProof;
  /** Asks for the proof by itself; whether it was given. */
  prove: () => Promise<boolean>;
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
  const prove = (): Promise<boolean> => {
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const withProof = async <A,>(act: () => Promise<A>): Promise<A | null> => {
    try {
      return await act();
    } catch (error) {
      if (!wantsProof(error)) throw error;
    }
    return (await prove()) ? act() : null;
  };
  return { withProof, prove, dialog: isOpen ? <ProofDialog onProved={() => settle(true)} onClose={() => settle(false)} /> : null };
}

interface ProofProps {
  onProved: () => void;
  onClose: () => void;
}

/** Whoever has a second step is asked for that: it is the stronger proof, and there are acts for which the password does not do. */
function ProofDialog(props: ProofProps) {
  const hasTwoFactor = useCurrentUser()?.hasTwoFactor ?? false;
  return (
    <Sheet open title={hasTwoFactor ? 'Enter a code' : 'Enter your password again'} onClose={props.onClose}>
      {hasTwoFactor ? <CodeForm {...props} /> : <PasswordForm {...props} />}
      <ByPasskey onProved={props.onProved} />
    </Sheet>
  );
}

const notHers = 'This passkey does not belong to your account.';

function ByPasskey({ onProved }: Pick<ProofProps, 'onProved'>) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState('');
  const prove = async (): Promise<void> => {
    setBusy(true);
    setTrouble('');
    try {
      await services.auth['POST /auth/reauthenticate']({ body: { passkey: await provePasskey() } });
      onProved();
    } catch (error) {
      const { code, message } = passkeyProblem(error);
      setTrouble(code === 'code_invalid' ? notHers : message);
      setBusy(false);
    }
  };
  return (
    <div className={styles.other}>
      <Button busy={busy} onPress={() => void prove()}>
        Use a passkey
      </Button>
      {trouble === '' ? null : <Notice tone="danger">{trouble}</Notice>}
    </div>
  );
}

function CodeForm({ onProved, onClose }: ProofProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const send = async ({ code }: { code: string }): Promise<void> => {
    await services.auth['POST /auth/reauthenticate']({ body: { code } });
    onProved();
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf: { code_invalid: 'code' } });
  return (
    <form noValidate className={styles.fields} onSubmit={submit}>
      <p>This is worth a second look. Enter the code that your app shows now, or a recovery code.</p>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <CodeField form={form} label="Code" />
      <Buttons busy={busy} onClose={onClose} />
    </form>
  );
}

function PasswordForm({ onProved, onClose }: ProofProps) {
  const settings = useSettings();
  const form = useForm({ defaultValues: { password: '' } });
  const send = async ({ password }: { password: string }): Promise<void> => {
    await services.auth['POST /auth/reauthenticate']({ body: { password: await presentPasswordToSend(password, settings) } });
    onProved();
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf: { wrong_password: 'password' } });
  return (
    <form noValidate className={styles.fields} onSubmit={submit}>
      <p>This is worth a second look. We ask before it changes.</p>
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <PasswordField
        label="Password"
        error={form.formState.errors.password}
        {...form.register('password', { required: 'Enter your password.' })}
      />
      <Buttons busy={busy} onClose={onClose} />
    </form>
  );
}

function Buttons({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <div className={styles.actions}>
      <Button type="submit" kind="primary" busy={busy}>
        Confirm
      </Button>
      <Button onPress={onClose}>Cancel</Button>
    </div>
  );
}
