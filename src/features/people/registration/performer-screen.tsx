/**
 * /auth/register/performer in steps. All steps stay mounted, so that the whole is checked when it is sent and a refusal
 * leads back to the step it belongs to. Everything but the password and the papers survives a reload.
 */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { keepingNext } from '@web/lib/next-path';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { passwordToSend } from '@web/session/password';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-draft';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Captcha } from '@web/ui/forms/captcha';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Steps } from '@web/ui/feedback/progress';
import { AboutStep } from './about-step';
import { AccountStep } from './account-step';
import { DocumentsStep } from './documents-step';
import type { Sent } from './documents-step';
import { DoneStep } from './done-step';
import { doneStep, fieldsOfStep, noPerformer, stepNames, stepOf } from './performer-values';
import type { PerformerValues } from './performer-values';
import styles from './registration.module.css';

type Registered = AnswerOf<'POST /auth/performers/register'>;

const fieldOf = {
  username_taken: 'username',
  username_reserved: 'username',
  email_taken: 'email',
  password_too_common: 'password',
  under_age: 'dateOfBirth',
  document_required: 'idVerification',
} as const;

export function PerformerScreen() {
  const router = useRouter();
  const settings = useSettings();
  const { captcha, proof } = useCaptcha();
  const [sent, setSent] = useState<Sent | null>(null);
  const [registered, setRegistered] = useState<{ answer: Registered; email: string } | null>(null);
  const sending = useRef<AbortController | null>(null);
  const form = useDraftedForm<PerformerValues>(
    { defaultValues: noPerformer },
    { place: 'register-performer', except: ['password', 'idVerification', 'documentVerification'] },
  );
  const { forgetDraft, watch, setValue, trigger } = form;
  const step = registered === null ? Math.min(Math.max(watch('step'), 0), doneStep - 1) : doneStep;
  const toFocus = useRef<keyof PerformerValues | null>(null);
  const goTo = (next: number): void => setValue('step', next);

  useEffect(() => {
    // A field of another step can take the focus once that step shows.
    if (toFocus.current !== null) form.setFocus(toFocus.current);
    toFocus.current = null;
  }, [form, step]);

  const send = async (values: PerformerValues): Promise<void> => {
    const { idVerification, documentVerification } = values;
    const email = values.email.trim();
    const controller = new AbortController();
    sending.current = controller;
    const body = {
      name: values.name.trim(),
      username: values.username.trim(),
      email,
      password: await passwordToSend(values.password, settings),
      dateOfBirth: values.dateOfBirth,
      gender: values.gender,
      country: values.country,
      ...proof(),
    };
    setSent({ percent: 0, onCancel: () => controller.abort() });
    try {
      const files = { idVerification: idVerification ?? undefined, documentVerification: documentVerification ?? undefined };
      const onProgress = (part: number): void => setSent({ percent: part * 100, onCancel: () => controller.abort() });
      const answer = await services.auth['POST /auth/performers/register']({ body, files }, { signal: controller.signal, onProgress });
      forgetDraft();
      setRegistered({ answer, email });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setSent(null);
    }
  };
  const onWrong = (fields: readonly string[]): void => {
    const wrong = stepOf(fields);
    if (wrong === null || wrong === step) return;
    toFocus.current = fieldsOfStep[wrong]?.find((name) => fields.includes(name)) ?? null;
    goTo(wrong);
  };
  const { busy, problem, submit } = useSend(form, send, { fieldOf, onWrong });

  const goOn = async (): Promise<void> => {
    if (await trigger(fieldsOfStep[step] ?? [], { shouldFocus: true })) goTo(step + 1);
  };
  const isLast = step === doneStep - 1;

  if (registered !== null) return <DoneStep {...registered} />;
  return (
    <div className={styles.stack}>
      <PageHead
        title="Become a performer"
        noindex
        back={{ href: keepingNext('/auth/register', router.query), label: 'Back to the choice' }}
      />
      <Steps steps={stepNames()} current={step} />
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          if (isLast) submit(event);
          else {
            event.preventDefault();
            void goOn();
          }
        }}
      >
        <div className={styles.step} hidden={step !== 0}>
          <AccountStep form={form} />
        </div>
        <div className={styles.step} hidden={step !== 1}>
          <AboutStep form={form} />
        </div>
        <div className={styles.step} hidden={!isLast}>
          <DocumentsStep form={form} sent={sent} />
          <Captcha captcha={isLast ? captcha : null} />
        </div>
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          {step > 0 ? (
            <Button onPress={() => goTo(step - 1)} disabled={busy}>
              Back
            </Button>
          ) : null}
          <Button type="submit" kind="primary" busy={busy}>
            {isLast ? 'Send for review' : 'Continue'}
          </Button>
        </div>
      </form>
      <p className={styles.foot}>
        Already have an account?
        <Link className={styles.link} href={keepingNext('/auth/login', router.query)}>
          Log in
        </Link>
      </p>
    </div>
  );
}
