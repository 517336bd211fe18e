/** Writing in the chat of a show. What was written goes from the field when the host has it, and comes back when it refuses it. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useIntents } from '@web/session/store/hooks';
import { useTextDraft } from '@web/forms/use-draft';
import { useWishKey } from '@web/session/use-wish-key';
import { IconButton } from '@web/ui/actions/button';
import { SendIcon } from '@web/ui/icons/icons';
import { Countdown } from '@web/ui/display/times';
import type { StreamChatState } from '../store/chat.slice';
import { streamMessageSubmitted } from '../../../streaming/intents';
import type { StreamConversation } from '../../../streaming/show';
import styles from './chat.module.css';

const second_ms = 1000;

interface ChatComposerProps {
  conversation: StreamConversation;
  sendMessage: StreamChatState['sendMessage'];
}

export function ChatComposer({ conversation, sendMessage: { sending, error, data } }: ChatComposerProps) {
  const { _id: id, slowModeSeconds, role } = conversation;
  const tell = useIntents();
  const [text, write, forget] = useTextDraft(`stream-${id}`);
  const wish = useWishKey();
  const sent = useRef<{ key: string; text: string } | null>(null);
  const [slowUntil, setSlowUntil] = useState<number | null>(null);
  const wait_s = role === 'viewer' ? slowModeSeconds : 0;

  const settled = useRef({ arrived: (): void => undefined, refused: (): void => undefined });
  useEffect(() => {
    settled.current.arrived = () => {
      wish.done();
      // What was typed meanwhile stays.
      if (text.trim() === sent.current?.text) {
        write('');
        forget();
      }
      sent.current = null;
      if (wait_s > 0) setSlowUntil(Date.now() + wait_s * second_ms);
    };
    settled.current.refused = () => {
      if (error?.code === 'slow_mode') setSlowUntil(Date.now() + (error.retryAfter_s ?? wait_s) * second_ms);
    };
  });
  const arrivedKey = data?.clientKey ?? null;
  useEffect(() => {
    if (arrivedKey !== null && arrivedKey === sent.current?.key) settled.current.arrived();
  }, [arrivedKey]);
  useEffect(() => {
    if (error !== null) settled.current.refused();
  }, [error]);

  const maySend = !isBlank(text) && !sending && slowUntil === null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!maySend) return;
    const said = text.trim();
    const key = wish.keyOf(said);
    sent.current = { key, text: said };
    tell(streamMessageSubmitted({ conversationId: id, text: said, key }));
  };
  return (
    <form className={styles.composer} aria-label="Write in the chat" onSubmit={submit}>
      {slowUntil === null ? null : (
        <p className={styles.note}>
          Slow mode. You can write again in <Countdown until={slowUntil} label="Until you can write" onEnd={() => setSlowUntil(null)} />
        </p>
      )}
      {error === null || error.code === 'slow_mode' ? null : (
        <p className={styles.fault} role="alert">
          {error.message}
        </p>
      )}
      <div className={styles.row}>
        <input
          className={styles.field}
          aria-label="Message"
          placeholder="Say something"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={limits.streamChat.textLengthMax}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
        <IconButton type="submit" kind="primary" label="Send" icon={<SendIcon />} disabled={!maySend} />
      </div>
    </form>
  );
}
