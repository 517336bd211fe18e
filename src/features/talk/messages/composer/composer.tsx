/**
 * Writing a message: words, files and a price, kept as a draft until they are on their way. Enter sends where there is a keyboard
 * with a pointer beside it; elsewhere, and with Shift, it begins a line.
 */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { amountFrom, formatTokens, spokenTokens, sumOf } from '@web/lib/i18n/money';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { isToCome } from '@web/uploads/media-list';
import { useOnline } from '@web/device/use-online';
import { releaseUploads, uploadsTaken } from '@web/uploads/uploads';
import { usePlaceMedia } from '@web/uploads/use-editor-media';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon, SendIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import type { Conversation } from '../store/chat';
import { readyFiles } from './composer-draft';
import type { KeptDraft } from './composer-draft';
import { ComposerFiles } from './composer-files';
import { ComposerTools } from './composer-tools';
import { messageSubmitted, typingSaid } from '../../../messages/intents';
import { finishes } from './message-files';
import { PriceField, priceFault } from './price-field';
import { repliedWords } from '../texts';
import styles from './composer.module.css';

/** So many signs are left when they begin to be counted. */
const countedFrom = 200;
const isDesktop = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;

interface ComposerProps {
  conversation: Conversation;
  viewer: CurrentUser;
  kept: KeptDraft;
}

export function Composer({ conversation, viewer, kept: { draft, change, clear } }: ComposerProps) {
  const { _id: id, recipient, messagePrice } = conversation;
  const { text, replyTo, media, price } = draft;
  const tell = useIntents();
  const isOnline = useOnline();
  const [isChecked, setChecked] = useState(false);
  const place = `message:${id}`;
  const { uploads, send } = usePlaceMedia({ place, href: `/messages/${id}`, media, onChange: (next) => change({ media: next }) });
  const field = useGrowing(text);
  useEffect(() => {
    if (isDesktop()) field.current?.focus();
  }, [field, replyTo?._id]);

  const files = readyFiles(media);
  const isOnTheWay = media.some(isToCome);
  const isEmpty = isBlank(text) && files.length === 0;
  const maySend = !isEmpty && !isOnTheWay && (messagePrice === 0 || isOnline);
  const submit = () => {
    if (!maySend) return;
    setChecked(true);
    if (price !== null && (files.length === 0 || priceFault(price) !== null)) return;
    const asked = price === null ? null : amountFrom(price);
    tell(messageSubmitted({ conversationId: id, text: text.trim(), files, price: asked, replyTo, expectedPrice: messagePrice }));
    tell(typingSaid({ id, isTyping: false }));
    // From here on the message itself says how far its files are.
    uploadsTaken(media.map(({ key }) => key));
    releaseUploads(place);
    clear();
    setChecked(false);
    field.current?.focus();
  };
  const write = (next: string) => {
    change({ text: next });
    tell(typingSaid({ id, isTyping: next.trim() !== '' }));
  };
  const insert = (sign: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const end = field.current?.selectionEnd ?? at;
    const next = text.slice(0, at) + sign + text.slice(end);
    if (next.length <= limits.messageTextLengthMax) write(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !isDesktop()) return;
    event.preventDefault();
    submit();
  };
  const left = limits.messageTextLengthMax - text.length;
  return (
    <form
      className={styles.composer}
      aria-label={`Write to ${recipient.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {replyTo === null ? null : (
        <div className={styles.quote}>
          <p>
            <strong>In answer to {replyTo.senderId === viewer._id ? 'yourself' : recipient.name}</strong>
            <span>{repliedWords(replyTo)}</span>
          </p>
          <IconButton label="Do not answer this message" icon={<CloseIcon />} onPress={() => change({ replyTo: null })} />
        </div>
      )}
      <ComposerFiles media={media} uploads={uploads} onChange={(next) => change({ media: next })} />
      {price !== null && viewer.isPerformer ? (
        <>
          <PriceField
            typed={price}
            commissionRate={viewer.helper === null ? viewer.commissionRate : null}
            isChecked={isChecked}
            onChange={(next) => change({ price: next })}
            onRemove={() => change({ price: null })}
          />
          {isChecked && files.length === 0 ? <p role="alert">Add a photo or a video: only files can have a price.</p> : null}
        </>
      ) : null}
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
      {left <= countedFrom ? (
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
        onFiles={(chosen, type) => send(chosen, type, finishes[type])}
        onKept={(added) => change({ media: [...media, ...added] })}
        onPrice={() => change({ price: '' })}
        onSign={insert}
      />
    </form>
  );
}

/** What a message costs its writer, before it is sent. */
function Cost({ price }: { price: number }) {
  const balance = useCurrentUser()?.balance ?? 0;
  const after = sumOf(balance, -price);
  return (
    <p className={styles.note}>
      Each message costs {formatTokens(price)}.{' '}
      {after < 0 ? (
        <>
          Your balance is {spokenTokens(-after)} short. <Link href="/wallet">Top up</Link>
        </>
      ) : (
        `Balance after it: ${formatTokens(after)}.`
      )}
    </p>
  );
}

/** For a field that is as high as its words, up to what its style allows. */
function useGrowing(text: string): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.blockSize = 'auto';
    current.style.blockSize = `${String(current.scrollHeight)}px`;
  }, [text]);
  return field;
}
