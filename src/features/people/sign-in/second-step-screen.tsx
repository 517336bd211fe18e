/** /auth/two-factor: the second factor of a sign-in: a code from the authenticator app, a recovery code or a passkey. */
import * as limits from '@contract/kernel/limits';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginPath } from '@web/lib/paths';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useAppDispatch, useLogin } from '@web/session/store/hooks';
import { tokenReceived } from '@web/session/store/intents';
import { passkeyError, getPasskeyAssertion } from '@web/session/passkeys';
import type { SerializedError } from '@web/services/serialized-error';
import { deviceToken, removePendingSignIn, storeTrustedDevice, readPendingSignIn } from '@web/session/store/pending-sign-in';
import type { PendingTwoFactorSignIn } from '@web/session/store/pending-sign-in';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import { useBrowser } from '@web/ui/core/use-browser';
import { Form } from '@web/ui/forms/form';
import styles from './sign-in.module.css';

type Method = 'app' | 'recovery';

const methodTexts = {
  app: {
    lead: 'Open your authenticator app and enter the code it shows for this site.',
    label: '6-digit code',
    empty: 'Enter the code from your app.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    other: 'Use a recovery code',
  },
  recovery: {
    lead: 'Enter a recovery code you saved when you set up your app. Each code works once.',
    label: 'Recovery code',
    empty: 'Enter a recovery code.',
    autoComplete: 'off',
    inputMode: 'text',
    other: 'Use authenticator app',
  },
} as const;

export function TwoFactorScreen() {
  // The server has no access to this tab's session storage.
  const isBrowser = useBrowser(() => true, false);
  if (!isBrowser) {
    return (
      <div className={styles.stack}>
        <PageHead title="Two-step verification" noindex />
        <Progress label="Checking your login" percent={null} />
      </div>
    );
  }
  return <PendingSignIn />;
}

function PendingSignIn() {
  const [pending] = useState(readPendingSignIn);
  // Only the API decides whether the sign-in has expired: the device's clock may be wrong.
  if (pending === null) return <Expired next={undefined} />;
  return <TwoFactorForm pending={pending} />;
}

function Expired({ next }: { next: string | undefined }) {
  useEffect(removePendingSignIn, []);
  return (
    <div className={styles.stack}>
      <PageHead title="Log in again" noindex />
      <Notice tone="warn">Your login expired or had too many wrong codes. Log in again.</Notice>
      <Button kind="primary" href={loginPath(next)}>
        Log in
      </Button>
    </div>
  );
}

/** The sign-in result, and how few recovery codes are left. */
interface SignInResult {
  session: Parameters<typeof tokenReceived>[0];
  codesLeft: number;
}

function TwoFactorForm({ pending }: { pending: PendingTwoFactorSignIn }) {
  const dispatch = useAppDispatch();
  const { requesting, success, error } = useLogin();
  const [method, setMethod] = useState<Method>('app');
  const [result, setResult] = useState<SignInResult | null>(null);
  const [isUsingPasskey, setUsingPasskey] = useState(false);
  const [passkeyFailure, setPasskeyFailure] = useState<SerializedError | null>(null);
  const form = useForm({ defaultValues: { code: '', rememberDevice: false } });
  const commonBody = (rememberDevice: boolean) => ({ ticket: pending.ticket, rememberDevice, deviceToken: deviceToken() });
  const completeSignIn = (response: ResponseOf<'POST /auth/two-factor/login'>): void => {
    if (response.deviceToken !== null) storeTrustedDevice(response.deviceToken);
    const session = { token: response.token, expiresAt: response.expiresAt, remember: pending.remember, next: pending.next ?? '' };
    const codesLeft = response.recoveryCodesLeft;
    if (codesLeft === null || codesLeft > limits.twoFactor.recoveryCodesLow) dispatch(tokenReceived(session));
    else setResult({ session, codesLeft });
  };
  const {
    error: sendError,
    submit,
    ...sending
  } = useSend(
    form,
    async ({ code, rememberDevice }) => {
      setPasskeyFailure(null);
      completeSignIn(await services.twoFactor['POST /auth/two-factor/login']({ body: { ...commonBody(rememberDevice), code } }));
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  const signInWithPasskey = async (): Promise<void> => {
    setUsingPasskey(true);
    setPasskeyFailure(null);
    try {
      completeSignIn(
        await services.twoFactor['POST /auth/two-factor/login']({
          body: { ...commonBody(form.getValues('rememberDevice')), passkey: await getPasskeyAssertion() },
        }),
      );
    } catch (thrown) {
      setPasskeyFailure(passkeyError(thrown));
    }
    setUsingPasskey(false);
  };
  const busy = isUsingPasskey || sending.busy || requesting || success;
  if ([sendError, passkeyFailure].some((item) => item?.code === 'link_invalid')) return <Expired next={pending.next} />;
  if (result !== null)
    return <LowRecoveryCodes codesLeft={result.codesLeft} busy={busy} onContinue={() => dispatch(tokenReceived(result.session))} />;

  const texts = methodTexts[method];
  const shownError = passkeyFailure ?? sendError ?? error;
  const switchMethod = (): void => {
    form.reset({ ...form.getValues(), code: '' });
    form.clearErrors();
    setMethod(method === 'app' ? 'recovery' : 'app');
  };
  return (
    <div className={styles.stack}>
      <PageHead title="Two-step verification" noindex lead={texts.lead} />
      <Form className={styles.form} onSubmit={submit}>
        {shownError === null ? null : <Notice tone="danger">{shownError.message}</Notice>}
        <TextField
          key={method}
          label={texts.label}
          autoComplete={texts.autoComplete}
          inputMode={texts.inputMode}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.twoFactor.codeLengthMax}
          error={form.formState.errors.code}
          {...form.register('code', { validate: (code) => code.trim().length >= limits.twoFactor.digits || texts.empty })}
        />
        <CheckField label="Don’t ask again on this device for 30 days" {...form.register('rememberDevice')} />
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          Confirm
        </Button>
        <Button wide onPress={switchMethod}>
          {texts.other}
        </Button>
        {pending.methods.includes('passkey') ? (
          <Button wide busy={busy} onPress={() => void signInWithPasskey()}>
            Use a passkey
          </Button>
        ) : null}
      </Form>
      <p className={styles.foot}>
        Not you?
        <Link className={styles.link} href={loginPath(pending.next)} onClick={removePendingSignIn}>
          Switch account
        </Link>
      </p>
    </div>
  );
}

function LowRecoveryCodes({ codesLeft, busy, onContinue }: { codesLeft: number; busy: boolean; onContinue: () => void }) {
  return (
    <div className={styles.stack}>
      <PageHead title="You’re logged in" noindex />
      <Notice tone="warn" title={codesLeft === 0 ? 'That was your last recovery code' : `Recovery codes left: ${String(codesLeft)}`}>
        Create new codes in your settings under Security, and keep them in a safe place.
      </Notice>
      <Button kind="primary" busy={busy} onPress={onContinue}>
        Continue
      </Button>
    </div>
  );
}
