/** A priced message that its reader has not paid for: its blur, what is inside, the beginning of its words and the way to open it. */
import { formatTokens, spokenTokens } from '@web/lib/i18n/money';
import { useOnline } from '@web/device/use-online';
import { LinkedText } from '@web/ui/display/linked-text';
import { LockedMedia } from '@web/ui/media/locked-media';
import { boxRatioOf } from '@web/ui/media/media-carousel';
import { isPhoto } from '../store/chat';
import type { Message } from '../store/chat';
import { usePayingWays } from '../use-payment-dialogs';
import { filesWords } from '../texts';
import styles from './bubble.module.css';

interface LockedBubbleProps {
  message: Message;
  /** Performers have no wallet to pay from. */
  mayBuy: boolean;
}

export function LockedBubble({ message, mayBuy }: LockedBubbleProps) {
  const { files, price, text, isCut } = message;
  const isOnline = useOnline();
  const { unlock, busy } = usePayingWays(message.sender._id);
  const [first] = files;
  const photos = files.filter(isPhoto).length;
  const kind = photos === files.length ? 'photo' : 'video';
  const cost = price ?? 0;
  const reason = isOnline
    ? `${filesWords(files)} for ${spokenTokens(cost)}. Yours to keep.`
    : 'It can be unlocked when you are online again.';
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
          way={mayBuy && isOnline ? { label: `Unlock for ${formatTokens(cost)}`, busy, onPress: () => void unlock(message) } : null}
        />
      </div>
      {/* Below, as it stands once the message is open. */}
      {text === '' ? null : <LinkedText>{isCut ? `${text.trimEnd()}…` : text}</LinkedText>}
    </>
  );
}
