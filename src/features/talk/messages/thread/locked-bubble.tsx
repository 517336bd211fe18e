/**
 * A priced message that the viewer has not bought: its blurred preview, its contents, the beginning of its text, and the purchase button.
 */
import { formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { useOnline } from '@web/device/use-online';
import { LinkedText } from '@web/ui/display/linked-text';
import { LockedMedia } from '@web/ui/media/locked-media';
import { boxRatioOf } from '@web/ui/media/media-carousel';
import { isPhoto } from '../store/chat';
import type { Message } from '../store/chat';
import { usePaymentDialogs } from '../use-payment-dialogs';
import { filesText } from '../texts';
import styles from './bubble.module.css';

interface LockedBubbleProps {
  message: Message;
  /** Performers have no wallet to pay from. */
  mayBuy: boolean;
}

export function LockedBubble({ message, mayBuy }: LockedBubbleProps) {
  const { files, price, text, isCut } = message;
  const isOnline = useOnline();
  const { unlock, busy } = usePaymentDialogs(message.sender._id);
  const [first] = files;
  const photos = files.filter(isPhoto).length;
  const kind = photos === files.length ? 'photo' : 'video';
  const cost = price ?? 0;
  const reason = isOnline
    ? `${filesText(files)} for ${formatTokenCount(cost)}. Yours to keep.`
    : 'You can unlock this when you’re back online.';
  return (
    <>
      <div className={styles.locked}>
        <LockedMedia
          kind={kind}
          blur={first?.blur ?? null}
          ratio={boxRatioOf(first)}
          {...(photos === files.length ? { count: photos } : {})}
          {...(files.length === 1 && first?.duration ? { duration_s: first.duration } : {})}
          reason={reason}
          action={mayBuy && isOnline ? { label: `Unlock for ${formatTokens(cost)}`, busy, onPress: () => void unlock(message) } : null}
        />
      </div>
      {/* Below the files, as in an unlocked message. */}
      {text === '' ? null : <LinkedText>{isCut ? `${text.trimEnd()}…` : text}</LinkedText>}
    </>
  );
}
