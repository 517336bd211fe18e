/** What there is on the site now, by kind and state. */
import { countWords } from '@web/lib/i18n/counts';
import { deliveryStates } from '@web/lib/delivery-words';
import { subscriptionStates } from '@web/lib/money-words';
import { sizeWords } from '@web/ui/forms/upload';
import { typeWords } from '../content/labels';
import { jobWords } from '../desk/desk-words';
import { roleWords, stateWord } from '../words';
import { Counts, type Counted } from './counts';
import { fileWords } from './file-words';
import styles from './overview.module.css';
import type { Statistics } from './pending-work';

const people = (accounts: NonNullable<Statistics['accounts']>): Counted[] =>
  accounts.map(({ role, status, count }) => ({
    label: `${roleWords[role]}, ${stateWord(status).toLowerCase()}`,
    count,
    href: `/admin/users?role=${role}&status=${status}`,
  }));

const published = (content: NonNullable<Statistics['content']>): Counted[] =>
  content.flatMap(({ type, shown, hidden }) => [
    { label: typeWords[type].many, count: shown, href: `/admin/content/${type}?state=shown` },
    ...(hidden === 0 ? [] : [{ label: `${typeWords[type].many}, taken down`, count: hidden, href: `/admin/content/${type}?state=hidden` }]),
  ]);

/** Whether there is anything that this operator may see. */
export const hasPanels = ({ accounts, content, live, orders, subscriptions, queues, storage }: Statistics): boolean =>
  [accounts, content, live, orders, subscriptions, queues, storage].some((part) => part !== null);

export function Panels({ statistics }: { statistics: Statistics }) {
  const { accounts, content, live, orders, subscriptions, queues, storage } = statistics;
  return (
    <div className={styles.panels}>
      {live === null ? null : (
        <Counts
          title="Live now"
          empty=""
          rows={[{ label: 'Shows', count: live.shows, href: '/admin/live?status=live', note: `(${countWords(live.viewers, 'viewer')})` }]}
        />
      )}
      {accounts === null ? null : <Counts title="Accounts" empty="No account yet." rows={people(accounts)} />}
      {content === null ? null : <Counts title="Content that is shown" empty="Nothing yet." rows={published(content)} />}
      {orders === null ? null : (
        <Counts
          title="Orders"
          empty="No order yet."
          rows={orders.map(({ status, count }) => ({
            label: deliveryStates[status].word,
            count,
            href: `/admin/orders?delivery=${status}`,
          }))}
        />
      )}
      {subscriptions === null ? null : (
        <Counts
          title="Subscriptions"
          empty="No subscription yet."
          rows={subscriptions.map(({ status, count }) => ({
            label: subscriptionStates[status].word,
            count,
            href: `/admin/subscriptions?status=${status}`,
          }))}
        />
      )}
      {queues === null ? null : (
        <Counts
          title="Background jobs"
          empty="Nothing waits and nothing failed."
          rows={queues.map(({ state, count }) => ({ label: jobWords[state].word, count, href: `/admin/jobs?state=${state}` }))}
        />
      )}
      {storage === null ? null : (
        <Counts
          title={`Stored files: ${sizeWords(storage.bytes)}`}
          empty="No file yet."
          rows={storage.byType.map(({ type, files, bytes }) => ({ label: fileWords[type], count: files, note: `(${sizeWords(bytes)})` }))}
        />
      )}
    </div>
  );
}
