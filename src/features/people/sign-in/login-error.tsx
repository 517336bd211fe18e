/** Why a sign-in failed, in the API's words, with one next step. */
import { useState } from 'react';
import type { SerializedError } from '@web/services/serialized-error';
import { Notice } from '@web/ui/feedback/notice';
import { Countdown } from '@web/ui/display/times';
import { ResendVerification } from './resend-verification';
import { SuspendedNotice } from './suspended-notice';
import styles from './sign-in.module.css';

interface LoginErrorProps {
  error: SerializedError;
  /** The typed username or email address. */
  login: string;
  /** Called when the pause after too many attempts is over. */
  onWaitOver: () => void;
}

/** Used when the API does not send a duration. */
const defaultWait_s = 60;

export function LoginError({ error, login, onWaitOver }: LoginErrorProps) {
  const message = <span>{error.message}</span>;
  if (error.code === 'too_many_requests') return <TooManyAttempts key={error.message} error={error} onWaitOver={onWaitOver} />;
  if (error.code === 'email_not_verified') {
    return (
      <Notice tone="warn" title="Confirm your email address">
        <div className={styles.form}>
          {message}
          <ResendVerification email={login.includes('@') ? login : null} isFresh={false} />
        </div>
      </Notice>
    );
  }
  if (error.code === 'account_suspended') return <SuspendedNotice {...error} />;
  return <Notice tone="danger">{message}</Notice>;
}

function TooManyAttempts({ error, onWaitOver }: Omit<LoginErrorProps, 'login'>) {
  const [until] = useState(() => Date.now() + (error.retryAfter_s ?? defaultWait_s) * 1000);
  const [isOver, setOver] = useState(false);
  if (isOver) return <Notice>You can try again now.</Notice>;
  return (
    <Notice tone="danger">
      {error.message} Time left:{' '}
      <Countdown
        until={until}
        onEnd={() => {
          setOver(true);
          onWaitOver();
        }}
      />
    </Notice>
  );
}
