/** The state after requesting a mail with a link: its recipient, and when it can be sent again. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Countdown } from './times';

export interface SentMail {
  /** The recipient of the last mail; null before the first. */
  sentTo: string | null;
  markSent: (email: string) => void;
  /** The countdown text; null when the mail can be sent again. */
  wait: ReactNode;
}

export function useSentMail(): SentMail {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [resendAt, setResendAt] = useState<number | null>(null);
  const markSent = (email: string) => {
    setSentTo(email);
    setResendAt(Date.now() + limits.resend_s * 1000);
  };
  const wait =
    resendAt === null ? null : (
      <>
        Didn’t get it? You can resend it in <Countdown until={resendAt} onEnd={() => setResendAt(null)} />.
      </>
    );
  return { sentTo, markSent, wait };
}
