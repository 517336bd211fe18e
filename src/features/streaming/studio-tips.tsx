/** What was given in this show, the newest first, each with a sound that can be switched off. */
import type { Stamped } from '@contract/events';
import * as limits from '@contract/limits';
import { useCallback } from 'react';
import { spokenTokens } from '@web/lib/money';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/session/socket-events';
import { useSound } from '@web/session/use-sound';
import { SwitchField } from '@web/ui/choice-fields';
import { Fault, Skeleton } from '@web/ui/states';
import { TimeAgo } from '@web/ui/times';
import styles from './studio.module.css';

const shownMax = 50;

export function StudioTips({ conversationId }: { conversationId: string }) {
  const read = { params: { id: conversationId }, query: { limit: limits.streamChat.joinedWith } };
  const { data, error, mutate } = useEndpoint('GET /messages/stream/:id', read);
  const { isOn, turn, play } = useSound('tips');
  const heard = useCallback(
    ({ conversationId: where, messages }: Stamped<'stream/message-created'>) => {
      const tips = messages.filter(({ tip }) => tip !== null);
      if (where !== conversationId || tips.length === 0) return;
      play();
      const news = new Set(tips.map(({ _id }) => _id));
      void mutate(
        (known) => known && { ...known, data: [...tips.reverse(), ...known.data.filter(({ _id }) => !news.has(_id))].slice(0, shownMax) },
        { revalidate: false },
      );
    },
    [conversationId, mutate, play],
  );
  useSocketEvent('stream/message-created', heard);
  const tips = data?.data.filter(({ tip }) => tip !== null);
  return (
    <section className={styles.panel} aria-labelledby="studio-tips">
      <h2 id="studio-tips" className={styles.panelTitle}>
        Tips
      </h2>
      <SwitchField label="Sound for tips" checked={isOn} onChange={(event) => turn(event.target.checked)} />
      {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="line" count={2} label="Loading tips…" /> : null}
      {tips?.length === 0 ? <p className={styles.quiet}>No tips yet. A tip menu tells fans what you do for them.</p> : null}
      {tips && tips.length > 0 ? (
        <ul className={styles.list} aria-label="Tips" aria-live="polite">
          {tips.map(({ _id, sender, tip, text, createdAt }) => (
            <li key={_id} className={styles.line}>
              <span>
                <strong>{sender.name}</strong> · {spokenTokens(tip?.amount ?? 0)}
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
