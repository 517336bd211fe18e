/** What was written here and has not arrived yet: it waits for the connection, is on its way, or was refused. */
import { Button } from '@web/ui/button';
import { cx } from '@web/ui/cx';
import { ClockIcon, WarnIcon } from '@web/ui/icons';
import { LinkedText } from '@web/ui/linked-text';
import type { Waiting } from './chat';
import { filesWords, repliedWords } from './words';
import styles from './bubble.module.css';

interface WaitingBubbleProps {
  item: Waiting;
  onRetry: () => void;
  onDiscard: () => void;
}

export function WaitingBubble({ item, onRetry, onDiscard }: WaitingBubbleProps) {
  const { text, files, replyTo, state, reason } = item;
  return (
    <>
      <div className={cx(styles.line, styles.own)}>
        <div className={styles.bubble} aria-busy={state === 'sending'}>
          <p className="visually-hidden">You, not sent yet:</p>
          {replyTo === null ? null : (
            <p className={styles.quote}>
              <span className={styles.quoteText}>{repliedWords(replyTo)}</span>
            </p>
          )}
          {files.length === 0 ? null : <p className={styles.sale}>{filesWords(files)}</p>}
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
              Waiting for connection
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
