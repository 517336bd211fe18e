/** Reauthentication: when the server requires it, asks for a two-factor code or the password, and repeats the request. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';
import { Button } from '@web/ui/actions/button';
import { PasswordField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { CodeField } from '@web/ui/forms/code-field';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { passkeyError, getPasskeyAssertion } from '@web/session/passkeys';
import { currentPasswordToSend } from '@web/session/password';
import { useSend } from './use-send';
import { contractResolver } from './contract-resolver';
import { Form } from '@web/ui/forms/form';
import styles from './reauthentication.module.css';

/** Runs `act`, and repeats it after reauthentication if the server requires that. Resolves to null when the person cancels. */
export type WithReauthentication = <A>(act: () => Promise<A>) => Promise<A | null>;

interface Reauthentication {
  withReauthentication: WithReauthentication;
  /** Reauthenticates without a request; resolves to whether it succeeded. */
  reauthenticate: () => Promise<boolean>;
  /** To be rendered outside the form. */
  dialog: ReactNode;
}

const loadAuth = () => import('@contract/people/auth');
const requiresReauthentication = (error: unknown): boolean => error instanceof ApiError && error.error === 'reauthentication_required';

export function useReauthentication(): Reauthentication {
  const [isOpen, setOpen] = useState(false);
  const resolvePending = useRef<(isReauthenticated: boolean) => void>(() => undefined);
  const settle = (isReauthenticated: boolean): void => {
    setOpen(false);
    resolvePending.current(isReauthenticated);
  };
  const reauthenticate = (): Promise<boolean> => {
    setOpen(true);
    return new Promise((resolve) => {
      resolvePending.current = resolve;
    });
  };
  const withReauthentication = async <A,>(act: () => Promise<A>): Promise<A | null> => {
    try {
      return await act();
    } catch (error) {
      if (!requiresReauthentication(error)) throw error;
    }
    return (await reauthenticate()) ? act() : null;
  };
  return {
    withReauthentication,
    reauthenticate,
    dialog: isOpen ? <ReauthenticationDialog onReauthenticated={() => settle(true)} onClose={() => settle(false)} /> : null,
  };
}

interface ReauthenticationProps {
  onReauthenticated: () => void;
  onClose: () => void;
}

/** Asks for a two-factor code if the account has two-factor, since some actions require the stronger proof. */
function ReauthenticationDialog(props: ReauthenticationProps) {
  const hasTwoFactor = useCurrentUser()?.hasTwoFactor ?? false;
  return (
    <Sheet open title={hasTwoFactor ? 'Enter your code' : 'Confirm your password'} onClose={props.onClose}>
      {hasTwoFactor ? <CodeForm {...props} /> : <PasswordForm {...props} />}
      <PasskeyButton onReauthenticated={props.onReauthenticated} />
    </Sheet>
  );
}

const wrongPasskey = 'This passkey isn’t for your account. Use another.';

function PasskeyButton({ onReauthenticated }: Pick<ReauthenticationProps, 'onReauthenticated'>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const reauthenticate = async (): Promise<void> => {
    setBusy(true);
    setFailure('');
    try {
      await services.auth['POST /auth/reauthenticate']({ body: { passkey: await getPasskeyAssertion() } });
      onReauthenticated();
    } catch (error) {
      const { code, message } = passkeyError(error);
      setFailure(code === 'code_invalid' ? wrongPasskey : message);
      setBusy(false);
    }
  };
  return (
    <div className={styles.other}>
      <Button busy={busy} onPress={() => void reauthenticate()}>
        Use a passkey
      </Button>
      {failure === '' ? null : <Notice tone="danger">{failure}</Notice>}
    </div>
  );
}

function CodeForm({ onReauthenticated, onClose }: ReauthenticationProps) {
  const form = useForm({
    defaultValues: { code: '' },
    resolver: contractResolver('POST /auth/reauthenticate', loadAuth, (values) => values, { code: { text: 'Enter a code.' } }),
  });
  const send = async (body: { code: string }): Promise<void> => {
    await services.auth['POST /auth/reauthenticate']({ body });
    onReauthenticated();
  };
  const { busy, error, submit } = useSend(form, send, { fieldOf: { code_invalid: 'code' } });
  return (
    <Form className={styles.fields} onSubmit={submit}>
      <p>Enter the code from your app or a recovery code to continue.</p>
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <CodeField form={form} label="Code" />
      <Buttons busy={busy} onClose={onClose} />
    </Form>
  );
}

function PasswordForm({ onReauthenticated, onClose }: ReauthenticationProps) {
  const settings = useSettings();
  const form = useForm({
    defaultValues: { password: '' },
    resolver: contractResolver('POST /auth/reauthenticate', loadAuth, (values) => values, { password: { empty: 'Enter your password.' } }),
  });
  const send = async ({ password }: { password: string }): Promise<void> => {
    await services.auth['POST /auth/reauthenticate']({ body: { password: await currentPasswordToSend(password, settings) } });
    onReauthenticated();
  };
  const { busy, error, submit } = useSend(form, send, { fieldOf: { wrong_password: 'password' } });
  return (
    <Form className={styles.fields} onSubmit={submit}>
      <p>For your security, confirm your password to continue.</p>
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <PasswordField label="Password" error={form.formState.errors.password} {...form.register('password')} />
      <Buttons busy={busy} onClose={onClose} />
    </Form>
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
