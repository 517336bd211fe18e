/** The composer of a show's chat. The text leaves the field when the API has accepted it, and returns when the API rejects it. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useAppDispatch } from '@web/session/store/hooks';
import { useTextDraft } from '@web/forms/use-draft';
import { useIdempotencyKey } from '@web/forms/use-idempotency-key';
import { IconButton } from '@web/ui/actions/button';
import { SendIcon } from '@web/ui/icons/icons';
import { Countdown } from '@web/ui/display/times';
import type { StreamChatState } from '../store/chat.slice';
import { streamMessageSubmitted } from '../store/intents';
import type { StreamConversation } from '../store/show';
import { Form } from '@web/ui/forms/form';
import styles from './chat.module.css';

const second_ms = 1000;

interface ChatComposerProps {
  conversation: StreamConversation;
  sendMessage: StreamChatState['sendMessage'];
}

export function ChatComposer({ conversation, sendMessage: { sending, error, data } }: ChatComposerProps) {
  const { _id: id, slowModeSeconds, role } = conversation;
  const dispatch = useAppDispatch();
  const [text, write, removeDraft] = useTextDraft(`stream-${id}`);
  const idempotency = useIdempotencyKey();
  const sent = useRef<{ key: string; text: string } | null>(null);
  const [slowUntil, setSlowUntil] = useState<number | null>(null);
  const slowMode_s = role === 'viewer' ? slowModeSeconds : 0;

  const handlers = useRef({ accepted: (): void => undefined, rejected: (): void => undefined });
  useEffect(() => {
    handlers.current.accepted = () => {
      idempotency.done();
      // Keep what was typed while the message was being sent.
      if (text.trim() === sent.current?.text) {
        write('');
        removeDraft();
      }
      sent.current = null;
      if (slowMode_s > 0) setSlowUntil(Date.now() + slowMode_s * second_ms);
    };
    handlers.current.rejected = () => {
      if (error?.code === 'slow_mode') setSlowUntil(Date.now() + (error.retryAfter_s ?? slowMode_s) * second_ms);
    };
  });
  const acceptedKey = data?.clientKey ?? null;
  useEffect(() => {
    if (acceptedKey !== null && acceptedKey === sent.current?.key) handlers.current.accepted();
  }, [acceptedKey]);
  useEffect(() => {
    if (error !== null) handlers.current.rejected();
  }, [error]);

  const maySend = !isBlank(text) && !sending && slowUntil === null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!maySend) return;
    const message = text.trim();
    const key = idempotency.keyOf(message);
    sent.current = { key, text: message };
    dispatch(streamMessageSubmitted({ conversationId: id, text: message, key }));
  };
  return (
    <Form className={styles.composer} aria-label="Write in the chat" onSubmit={submit}>
      {slowUntil === null ? null : (
        <p className={styles.note}>
          Slow mode. Next message in <Countdown until={slowUntil} label="Time until your next message" onEnd={() => setSlowUntil(null)} />
        </p>
      )}
      {error === null || error.code === 'slow_mode' ? null : (
        <p className={styles.error} role="alert">
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
    </Form>
  );
}
