/** Last step: what happens next. */
import type { ResponseOf } from '@web/services/call';
import { useLogin } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Steps } from '@web/ui/feedback/progress';
import { useAfterRegistration } from './after-registration';
import { doneStep, stepNames } from './performer-values';
import styles from './registration.module.css';

interface DoneStepProps {
  registration: ResponseOf<'POST /auth/performers/register'>;
  email: string;
}

export function DoneStep({ registration, email }: DoneStepProps) {
  const proceed = useAfterRegistration();
  const login = useLogin();
  return (
    <div className={styles.stack}>
      <PageHead title="In review" noindex lead="Thank you. Our team is reviewing your documents. We’ll let you know when it’s done." />
      <Steps steps={stepNames()} current={doneStep} />
      <Notice tone="ok" title="Application received">
        Until it’s approved, you can set up your profile, prices and payouts.
      </Notice>
      {login.error ? <Notice tone="danger">{login.error.message}</Notice> : null}
      <Button kind="primary" size="large" busy={login.requesting || login.success} onPress={() => proceed(registration, email)}>
        {registration.token === null ? 'Continue' : 'Go to my profile'}
      </Button>
    </div>
  );
}
