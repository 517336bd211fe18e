/**
 * /auth/register/performer in steps. All steps stay mounted, so that the whole form is validated on submit and an error leads back to its
 * step. All fields but the password and the documents survive a reload.
 */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { useEffect, useRef, useState } from 'react';
import { withNext } from '@web/lib/next-path';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { passwordToSend } from '@web/session/password';
import { useCaptcha } from '@web/forms/use-captcha';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Captcha } from '@web/ui/forms/captcha';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Steps } from '@web/ui/feedback/progress';
import { AboutStep } from './about-step';
import { AccountStep } from './account-step';
import { DocumentsStep } from './documents-step';
import type { UploadProgress } from './documents-step';
import { DoneStep } from './done-step';
import { doneStep, fieldsOfStep, emptyPerformer, stepNames, stepOf } from './performer-values';
import type { PerformerValues } from './performer-values';
import { Form } from '@web/ui/forms/form';
import styles from './registration.module.css';

type RegisterResponse = ResponseOf<'POST /auth/performers/register'>;

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
  const { captcha, captchaField } = useCaptcha();
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [registered, setRegistered] = useState<{ registration: RegisterResponse; email: string } | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const form = useDraftedForm<PerformerValues>(
    { defaultValues: emptyPerformer },
    { draftKey: 'register-performer', except: ['password', 'idVerification', 'documentVerification'] },
  );
  const { removeDraft, watch, setValue, trigger } = form;
  const step = registered === null ? Math.min(Math.max(watch('step'), 0), doneStep - 1) : doneStep;
  const fieldToFocus = useRef<keyof PerformerValues | null>(null);
  const goTo = (next: number): void => setValue('step', next);

  useEffect(() => {
    // A field of another step can be focused once that step is visible.
    if (fieldToFocus.current !== null) form.setFocus(fieldToFocus.current);
    fieldToFocus.current = null;
  }, [form, step]);

  const send = async (values: PerformerValues): Promise<void> => {
    const { idVerification, documentVerification } = values;
    const email = values.email.trim();
    const controller = new AbortController();
    controllerRef.current = controller;
    const body = {
      name: values.name.trim(),
      username: values.username.trim(),
      email,
      password: await passwordToSend(values.password, settings),
      dateOfBirth: values.dateOfBirth,
      gender: values.gender,
      country: values.country,
      ...captchaField(),
    };
    setProgress({ percent: 0, onCancel: () => controller.abort() });
    try {
      const files = { idVerification: idVerification ?? undefined, documentVerification: documentVerification ?? undefined };
      const onProgress = (fraction: number): void => setProgress({ percent: fraction * 100, onCancel: () => controller.abort() });
      const registration = await services.auth['POST /auth/performers/register'](
        { body, files },
        { signal: controller.signal, onProgress },
      );
      removeDraft();
      setRegistered({ registration, email });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
    } finally {
      setProgress(null);
    }
  };
  const onInvalid = (fields: readonly string[]): void => {
    const wrongStep = stepOf(fields);
    if (wrongStep === null || wrongStep === step) return;
    fieldToFocus.current = fieldsOfStep[wrongStep]?.find((name) => fields.includes(name)) ?? null;
    goTo(wrongStep);
  };
  const { busy, error: sendError, submit } = useSend(form, send, { fieldOf, onInvalid });

  const continueToNext = async (): Promise<void> => {
    if (await trigger(fieldsOfStep[step] ?? [], { shouldFocus: true })) goTo(step + 1);
  };
  const isLast = step === doneStep - 1;

  if (registered !== null) return <DoneStep {...registered} />;
  return (
    <div className={styles.stack}>
      <PageHead title="Become a creator" noindex back={{ href: withNext('/auth/register', router.query), label: 'Back to sign-up' }} />
      <Steps steps={stepNames()} current={step} />
      <Form
        className={styles.form}
        onSubmit={(event) => {
          if (isLast) submit(event);
          else {
            event.preventDefault();
            void continueToNext();
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
          <DocumentsStep form={form} progress={progress} />
          <Captcha captcha={isLast ? captcha : null} />
        </div>
        {sendError ? <Notice tone="danger">{sendError.message}</Notice> : null}
        <div className={styles.actions}>
          {step > 0 ? (
            <Button onPress={() => goTo(step - 1)} disabled={busy}>
              Back
            </Button>
          ) : null}
          <Button type="submit" kind="primary" busy={busy}>
            {isLast ? 'Submit for review' : 'Continue'}
          </Button>
        </div>
      </Form>
      <p className={styles.foot}>
        Already have an account?
        <Link className={styles.link} href={withNext('/auth/login', router.query)}>
          Log in
        </Link>
      </p>
    </div>
  );
}
