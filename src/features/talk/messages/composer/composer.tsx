/**
 * Writes a message: text, files and a price, stored as a draft until it is submitted. Enter sends on devices with a keyboard and a mouse;
 * elsewhere, and with Shift, it starts a new line.
 */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { parseAmount, formatTokens, formatTokenCount, sumOf } from '@web/lib/i18n/money';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { isPendingMedium } from '@web/uploads/media-list';
import { useOnline } from '@web/device/use-online';
import { removeFinishedUploads, detachUploads } from '@web/uploads/uploads';
import { useEditorMedia } from '@web/uploads/use-editor-media';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon, SendIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { Conversation } from '../store/chat';
import { readyFiles } from './composer-draft';
import type { DraftState } from './composer-draft';
import { ComposerFiles } from './composer-files';
import { ComposerTools } from './composer-tools';
import { messageSubmitted, typingReported } from '../store/intents';
import { finishUpload } from './message-files';
import { PriceField, validatePrice } from './price-field';
import { repliedText } from '../texts';
import { Form } from '@web/ui/forms/form';
import styles from './composer.module.css';

/** Remaining characters at which the counter appears. */
const counterFrom = 200;
const isDesktop = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

interface ComposerProps {
  conversation: Conversation;
  viewer: CurrentUser;
  draftState: DraftState;
}

export function Composer({ conversation, viewer, draftState: { draft, change, clear } }: ComposerProps) {
  const { _id: id, recipient, messagePrice } = conversation;
  const { text, replyTo, media, price } = draft;
  const dispatch = useAppDispatch();
  const isOnline = useOnline();
  const [showsErrors, setShowsErrors] = useState(false);
  const draftKey = `message:${id}`;
  const { uploads, send } = useEditorMedia({
    formKey: draftKey,
    href: `/messages/${id}`,
    media,
    onChange: (next) => change({ media: next }),
  });
  const field = useAutosize(text);
  useEffect(() => {
    if (isDesktop()) field.current?.focus();
  }, [field, replyTo?._id]);

  const files = readyFiles(media);
  const isUploading = media.some(isPendingMedium);
  const isEmpty = isBlank(text) && files.length === 0;
  const maySend = !isEmpty && !isUploading && (messagePrice === 0 || isOnline);
  const submit = () => {
    if (!maySend) return;
    setShowsErrors(true);
    if (price !== null && (files.length === 0 || validatePrice(price) !== null)) return;
    const priceAmount = price === null ? null : parseAmount(price);
    dispatch(messageSubmitted({ conversationId: id, text: text.trim(), files, price: priceAmount, replyTo, expectedPrice: messagePrice }));
    dispatch(typingReported({ id, isTyping: false }));
    // From now on the message itself shows the upload progress.
    detachUploads(media.map(({ key }) => key));
    removeFinishedUploads(draftKey);
    clear();
    setShowsErrors(false);
    field.current?.focus();
  };
  const write = (next: string) => {
    change({ text: next });
    dispatch(typingReported({ id, isTyping: next.trim() !== '' }));
  };
  const insert = (emoji: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? at;
    const next = text.slice(0, at) + emoji + text.slice(end);
    if (next.length <= limits.messageTextLengthMax) write(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isDesktop()) return;
    event.preventDefault();
    submit();
  };
  const remaining = limits.messageTextLengthMax - text.length;
  return (
    <Form
      className={styles.composer}
      aria-label={`Message ${recipient.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.with}>
        {replyTo === null ? null : (
          <div className={styles.quote}>
            <p>
              <strong>Replying to {replyTo.senderId === viewer._id ? 'yourself' : recipient.name}</strong>
              <span>{repliedText(replyTo)}</span>
            </p>
            <IconButton label="Cancel reply" icon={<CloseIcon />} onPress={() => change({ replyTo: null })} />
          </div>
        )}
        <ComposerFiles media={media} uploads={uploads} onChange={(next) => change({ media: next })} />
        {price !== null && viewer.isPerformer ? (
          <>
            <PriceField
              typed={price}
              commissionRate={viewer.helper === null ? viewer.commissionRate : null}
              showsErrors={showsErrors}
              onChange={(next) => change({ price: next })}
              onRemove={() => change({ price: null })}
            />
            {showsErrors && files.length === 0 ? <p role="alert">Add a photo or video before setting a price.</p> : null}
          </>
        ) : null}
      </div>
      <div className={styles.writing}>
        <div className={styles.row}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            aria-label="Message"
            placeholder={`Message ${recipient.name}`}
            maxLength={limits.messageTextLengthMax}
            enterKeyHint="enter"
            value={text}
            onChange={({ target }) => write(target.value)}
            onKeyDown={onKeyDown}
          />
          <IconButton type="submit" kind="primary" label="Send" icon={<SendIcon />} disabled={!maySend} />
        </div>
        {remaining <= counterFrom ? (
          <p className={styles.note} role="status">
            {text.length} / {limits.messageTextLengthMax}
          </p>
        ) : null}
        {messagePrice > 0 ? <Cost price={messagePrice} /> : null}
        <ComposerTools
          conversation={conversation}
          isPerformer={viewer.isPerformer}
          media={media}
          hasPrice={price !== null}
          onFiles={(chosen, type) => send(chosen, type, finishUpload[type])}
          onVaultFiles={(added) => change({ media: [...media, ...added] })}
          onPrice={() => change({ price: '' })}
          onEmoji={insert}
        />
      </div>
    </Form>
  );
}

/** What the message costs its sender, before it is sent. */
function Cost({ price }: { price: number }) {
  const balance = useCurrentUser()?.balance ?? 0;
  const after = sumOf(balance, -price);
  return (
    <p className={styles.note}>
      Each message costs {formatTokens(price)} tokens.{' '}
      {after < 0 ? (
        <>
          You need {formatTokenCount(-after)} more. <Link href="/wallet">Top up</Link>
        </>
      ) : (
        `Balance after sending: ${formatTokens(after)} tokens.`
      )}
    </p>
  );
}

/** Returns a ref for a field that grows with its text, up to the maximum height in its CSS. */
function useAutosize(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.blockSize = 'auto';
    current.style.blockSize = `${String(current.scrollHeight)}px`;
  }, [text]);
  return field;
}
