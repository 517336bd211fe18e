/** Why a sign-in did not work, in the host's own words, with the one next step. */
import { useState } from 'react';
import type { Problem } from '@web/session/problem';
import { Notice } from '@web/ui/feedback/notice';
import { Countdown } from '@web/ui/display/times';
import { ResendVerification } from './resend-verification';
import { SuspendedNotice } from './suspended-notice';
import styles from './sign-in.module.css';

interface LoginTroubleProps {
  problem: Problem;
  /** What was typed as name or address. */
  login: string;
  /** The pause after too many tries is over. */
  onWaited: () => void;
}

/** For a host that did not say how long. */
const pause_s = 60;

export function LoginTrouble({ problem, login, onWaited }: LoginTroubleProps) {
  const words = <span>{problem.message}</span>;
  if (problem.code === 'too_many_requests') return <TooManyTries key={problem.message} problem={problem} onWaited={onWaited} />;
  if (problem.code === 'email_not_verified') {
    return (
      <Notice tone="warn" title="Confirm your e-mail address">
        <div className={styles.form}>
          {words}
          <ResendVerification email={login.includes('@') ? login : null} isFresh={false} />
        </div>
      </Notice>
    );
  }
  if (problem.code === 'account_suspended') return <SuspendedNotice {...problem} />;
  return <Notice tone="danger">{words}</Notice>;
}

function TooManyTries({ problem, onWaited }: Omit<LoginTroubleProps, 'login'>) {
  const [until] = useState(() => Date.now() + (problem.retryAfter_s ?? pause_s) * 1000);
  const [isOver, setOver] = useState(false);
  if (isOver) return <Notice>You can try again now.</Notice>;
  return (
    <Notice tone="danger">
      {problem.message} Time left:{' '}
      <Countdown
        until={until}
        onEnd={() => {
          setOver(true);
          onWaited();
        }}
      />
    </Notice>
  );
}
