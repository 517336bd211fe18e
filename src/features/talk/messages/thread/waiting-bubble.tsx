/** A message in the send queue: waiting for the connection, being sent, or failed. */
import { useOnline } from '@web/device/use-online';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { ClockIcon, WarnIcon } from '@web/ui/icons/icons';
import { LinkedText } from '@web/ui/display/linked-text';
import type { QueuedMessage } from '../store/chat';
import { filesText, repliedText } from '../texts';
import styles from './bubble.module.css';

interface WaitingBubbleProps {
  item: QueuedMessage;
  /** First in this conversation's queue. */
  isFirst: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

/** Why it has not been sent yet. */
function waitingText(isOnline: boolean, isFirst: boolean): string {
  if (!isOnline) return 'Waiting for connection';
  return isFirst ? 'Not sent yet. Retrying…' : 'Waiting for the message above';
}

export function WaitingBubble({ item, isFirst, onRetry, onDiscard }: WaitingBubbleProps) {
  const { text, files, replyTo, state, reason } = item;
  const isOnline = useOnline();
  return (
    <>
      <div className={cx(styles.line, styles.own)}>
        <div className={styles.bubble} aria-busy={state === 'sending'}>
          <p className="visually-hidden">You, not sent yet:</p>
          {replyTo === null ? null : (
            <p className={styles.quote}>
              <span className={styles.quoteText}>{repliedText(replyTo)}</span>
            </p>
          )}
          {files.length === 0 ? null : <p className={styles.sale}>{filesText(files)}</p>}
          {text === '' ? null : <LinkedText>{text}</LinkedText>}
          {state === 'sending' ? (
            <p className={styles.foot} role="status">
              Sending…
            </p>
          ) : null}
        </div>
      </div>
      {state === 'sending' ? null : (
        <div className={styles.state} role="status">
          {state === 'waiting' ? (
            <>
              <ClockIcon />
              {waitingText(isOnline, isFirst)}
            </>
          ) : (
            <>
              <span className={styles.failed}>
                <WarnIcon /> Not sent. {reason?.message ?? ''}
              </span>
              {reason?.code === 'insufficient_balance' ? (
                <Button size="small" href="/wallet">
                  Top up
                </Button>
              ) : null}
              <Button size="small" onPress={onRetry}>
                Retry
              </Button>
            </>
          )}
          <Button size="small" onPress={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
