/** Where a mail with a link was asked for: to whom it went, and from when it can be asked for again. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Countdown } from './times';

export interface SentMail {
  /** The address that the last one went to; null before the first. */
  sentTo: string | null;
  noteSent: (email: string) => void;
  /** The words to wait by; null when another may be asked for. */
  wait: ReactNode;
}

export function useSentMail(): SentMail {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [waitsUntil, setWaitsUntil] = useState<number | null>(null);
  const noteSent = (email: string) => {
    setSentTo(email);
    setWaitsUntil(Date.now() + limits.resend_s * 1000);
  };
  const wait =
    waitsUntil === null ? null : (
      <>
        Nothing came? You can send it again in <Countdown until={waitsUntil} onEnd={() => setWaitsUntil(null)} />.
      </>
    );
  return { sentTo, noteSent, wait };
}
