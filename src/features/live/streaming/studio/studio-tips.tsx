/** Tips of this show, newest first, each with a sound that can be switched off. */
import type { Stamped } from '@contract/kernel/events';
import * as limits from '@contract/kernel/limits';
import { useCallback, useState } from 'react';
import { formatTokenCount } from '@web/lib/i18n/money';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useSound } from '@web/device/use-sound';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import type { StreamMessage } from '../store/show';
import styles from '../show-settings/studio.module.css';

const shownMax = 50;
const isTip = ({ tip }: StreamMessage): boolean => tip !== null;

/** Each tip once, newest first. */
function merged(known: readonly StreamMessage[], more: readonly StreamMessage[]): StreamMessage[] {
  const byId = new Map([...known, ...more].map((tip) => [tip._id, tip]));
  return [...byId.values()].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export function StudioTips({ conversationId }: { conversationId: string }) {
  const input = { params: { id: conversationId }, query: { limit: limits.streamChat.joinHistoryMax } };
  const { data, error, mutate } = useEndpoint('GET /messages/stream/:id', input);
  const { isOn, setOn, play } = useSound('tips');
  // The request returns the last chat messages only: tips already seen are kept after other messages have displaced them.
  const [known, setKnown] = useState<readonly StreamMessage[]>([]);
  const loaded = data?.data.filter(isTip) ?? [];
  if (loaded.some(({ _id }) => !known.some((tip) => tip._id === _id))) setKnown(merged(known, loaded));
  const handleMessages = useCallback(
    ({ conversationId: eventConversationId, messages }: Stamped<'stream/message-created'>) => {
      const tips = messages.filter(isTip);
      if (eventConversationId !== conversationId || tips.length === 0) return;
      play();
      setKnown((previous) => merged(previous, tips));
    },
    [conversationId, play],
  );
  useSocketEvent('stream/message-created', handleMessages);
  return (
    <section className={styles.panel} aria-labelledby="studio-tips">
      <h2 id="studio-tips" className={styles.panelTitle}>
        Tips
      </h2>
      <SwitchField label="Sound for tips" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="line" count={2} label="Loading tips…" /> : null}
      {data && known.length === 0 ? <p className={styles.quiet}>No tips yet. Add a tip menu to show fans what they can tip for.</p> : null}
      {known.length > 0 ? (
        <ul className={styles.list} aria-label="Tips" aria-live="polite">
          {known.slice(0, shownMax).map(({ _id, sender, tip, text, createdAt }) => (
            <li key={_id} className={styles.line}>
              <span>
                <strong>{sender.name}</strong> · {formatTokenCount(tip?.amount ?? 0)}
                {tip?.menuItem ? ` · ${tip.menuItem}` : ''}
                {text === '' ? null : <span className={styles.said}>{text}</span>}
              </span>
              <TimeAgo at={createdAt} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
