/** /auth/two-factor: the second step of a sign-in, by the authenticator app, with a recovery code or by a passkey. */
import * as limits from '@contract/kernel/limits';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginPath } from '@web/lib/paths';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useIntents, useLogin } from '@web/session/store/hooks';
import { tokenArrived } from '@web/session/intents';
import { passkeyProblem, provePasskey } from '@web/session/passkeys';
import type { Problem } from '@web/session/problem';
import { deviceToken, forgetStep, keepDevice, waitingStep } from '@web/session/second-step';
import type { WaitingStep } from '@web/session/second-step';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import { useBrowser } from '@web/ui/use-browser';
import styles from './sign-in.module.css';

type Way = 'app' | 'recovery';

const ways = {
  app: {
    lead: 'Open your authenticator app and enter the code it shows for this site.',
    label: 'Code of 6 digits',
    empty: 'Enter the code of your app.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    other: 'Use a recovery code',
  },
  recovery: {
    lead: 'Enter one of the recovery codes that you kept when you set up your app. Each of them works once.',
    label: 'Recovery code',
    empty: 'Enter a recovery code.',
    autoComplete: 'off',
    inputMode: 'text',
    other: 'Use the app',
  },
} as const;

export function SecondStepScreen() {
  // The server knows nothing of what this tab keeps.
  const isHere = useBrowser(() => true, false);
  if (!isHere) {
    return (
      <div className={styles.stack}>
        <PageHead title="One more step" noindex />
        <Progress label="Looking for your sign-in" percent={null} />
      </div>
    );
  }
  return <Waiting />;
}

function Waiting() {
  const [step] = useState(waitingStep);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (step === null) return;
    const left_ms = Date.parse(step.expiresAt) - Date.now();
    const end = setTimeout(() => setOver(true), Math.max(0, left_ms));
    return () => clearTimeout(end);
  }, [step]);
  if (step === null || isOver) return <Expired next={step?.next} />;
  return <StepForm step={step} />;
}

function Expired({ next }: { next: string | undefined }) {
  useEffect(forgetStep, []);
  return (
    <div className={styles.stack}>
      <PageHead title="Log in again" noindex />
      <Notice tone="warn">This sign-in waited too long for its second step, or took too many wrong codes. Nothing was changed.</Notice>
      <Button kind="primary" href={loginPath(next)}>
        Log in
      </Button>
    </div>
  );
}

/** Who is in, and how few recovery codes are left. */
interface Arrival {
  arrived: Parameters<typeof tokenArrived>[0];
  left: number;
}

function StepForm({ step }: { step: WaitingStep }) {
  const ask = useIntents();
  const { requesting, success, error } = useLogin();
  const [way, setWay] = useState<Way>('app');
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const [isProving, setProving] = useState(false);
  const [keyProblem, setKeyProblem] = useState<Problem | null>(null);
  const form = useForm({ defaultValues: { code: '', rememberDevice: false } });
  const common = (rememberDevice: boolean) => ({ ticket: step.ticket, rememberDevice, deviceToken: deviceToken() });
  const arrive = (given: AnswerOf<'POST /auth/two-factor/login'>): void => {
    if (given.deviceToken !== null) keepDevice(given.deviceToken);
    const arrived = { token: given.token, expiresAt: given.expiresAt, remember: step.remember, next: step.next ?? '' };
    const left = given.recoveryCodesLeft;
    if (left === null || left > limits.secondStep.recoveryCodesLow) ask(tokenArrived(arrived));
    else setArrival({ arrived, left });
  };
  const { problem, submit, ...sending } = useSend(
    form,
    async ({ code, rememberDevice }) => {
      setKeyProblem(null);
      arrive(await services.secondStep['POST /auth/two-factor/login']({ body: { ...common(rememberDevice), code } }));
    },
    { fieldOf: { code_invalid: 'code' } },
  );
  const byKey = async (): Promise<void> => {
    setProving(true);
    setKeyProblem(null);
    try {
      arrive(
        await services.secondStep['POST /auth/two-factor/login']({
          body: { ...common(form.getValues('rememberDevice')), passkey: await provePasskey() },
        }),
      );
    } catch (thrown) {
      setKeyProblem(passkeyProblem(thrown));
    }
    setProving(false);
  };
  const busy = isProving || sending.busy || requesting || success;
  if ([problem, keyProblem].some((one) => one?.code === 'link_invalid')) return <Expired next={step.next} />;
  if (arrival !== null) return <FewCodes left={arrival.left} busy={busy} onGoOn={() => ask(tokenArrived(arrival.arrived))} />;

  const words = ways[way];
  const trouble = keyProblem ?? problem ?? error;
  const turn = (): void => {
    form.reset({ ...form.getValues(), code: '' });
    form.clearErrors();
    setWay(way === 'app' ? 'recovery' : 'app');
  };
  return (
    <div className={styles.stack}>
      <PageHead title="One more step" noindex lead={words.lead} />
      <form noValidate className={styles.form} onSubmit={submit}>
        {trouble === null ? null : <Notice tone="danger">{trouble.message}</Notice>}
        <TextField
          key={way}
          label={words.label}
          autoComplete={words.autoComplete}
          inputMode={words.inputMode}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.secondStep.codeLengthMax}
          error={form.formState.errors.code}
          {...form.register('code', { validate: (code) => code.trim().length >= limits.secondStep.digits || words.empty })}
        />
        <CheckField label="Do not ask again on this device for 30 days" {...form.register('rememberDevice')} />
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          Confirm
        </Button>
        <Button wide onPress={turn}>
          {words.other}
        </Button>
        {step.methods.includes('passkey') ? (
          <Button wide busy={busy} onPress={() => void byKey()}>
            Use a passkey
          </Button>
        ) : null}
      </form>
      <p className={styles.foot}>
        Not you?
        <Link className={styles.link} href={loginPath(step.next)} onClick={forgetStep}>
          Log in as somebody else
        </Link>
      </p>
    </div>
  );
}

function FewCodes({ left, busy, onGoOn }: { left: number; busy: boolean; onGoOn: () => void }) {
  return (
    <div className={styles.stack}>
      <PageHead title="You are in" noindex />
      <Notice tone="warn" title={left === 0 ? 'That was your last recovery code' : `Recovery codes left: ${String(left)}`}>
        Make new ones in your settings, under Security, and keep them in a safe place.
      </Notice>
      <Button kind="primary" busy={busy} onPress={onGoOn}>
        Go on
      </Button>
    </div>
  );
}
