/** The current totals of the site, by type and status. */
import { countWords } from '@web/lib/i18n/counts';
import { deliveryStates } from '@web/lib/wording/delivery-labels';
import { subscriptionStates } from '@web/lib/wording/money-labels';
import { sizeText } from '@web/ui/forms/upload';
import { contentTypeLabels } from '../content/labels';
import { jobStatusTags } from '../operations/status-tags';
import { roleLabels, statusLabel } from '../parts/status-tags';
import { Counts, type Count } from './counts';
import { filePurposeLabels } from './file-words';
import styles from './overview.module.css';
import type { Statistics } from './pending-work';

const accountCounts = (accounts: NonNullable<Statistics['accounts']>): Count[] =>
  accounts.map(({ role, status, count }) => ({
    label: `${roleLabels[role]}, ${statusLabel(status).toLowerCase()}`,
    count,
    href: `/admin/users?role=${role}&status=${status}`,
  }));

const contentCounts = (content: NonNullable<Statistics['content']>): Count[] =>
  content.flatMap(({ type, shown, hidden }) => [
    { label: contentTypeLabels[type].many, count: shown, href: `/admin/content/${type}?state=shown` },
    ...(hidden === 0
      ? []
      : [{ label: `${contentTypeLabels[type].many}, taken down`, count: hidden, href: `/admin/content/${type}?state=hidden` }]),
  ]);

/** Whether the operator may see any panel. */
export const hasPanels = ({ accounts, content, live, orders, subscriptions, queues, storage }: Statistics): boolean =>
  [accounts, content, live, orders, subscriptions, queues, storage].some((panelData) => panelData !== null);

export function Panels({ statistics }: { statistics: Statistics }) {
  const { accounts, content, live, orders, subscriptions, queues, storage } = statistics;
  return (
    <div className={styles.panels}>
      {live === null ? null : (
        <Counts
          title="Live now"
          empty=""
          rows={[
            { label: 'Live streams', count: live.shows, href: '/admin/live?status=live', note: `(${countWords(live.viewers, 'viewer')})` },
          ]}
        />
      )}
      {accounts === null ? null : <Counts title="Accounts" empty="No accounts yet." rows={accountCounts(accounts)} />}
      {content === null ? null : <Counts title="Published content" empty="Nothing yet." rows={contentCounts(content)} />}
      {orders === null ? null : (
        <Counts
          title="Orders"
          empty="No orders yet."
          rows={orders.map(({ status, count }) => ({
            label: deliveryStates[status].label,
            count,
            href: `/admin/orders?delivery=${status}`,
          }))}
        />
      )}
      {subscriptions === null ? null : (
        <Counts
          title="Subscriptions"
          empty="No subscriptions yet."
          rows={subscriptions.map(({ status, count }) => ({
            label: subscriptionStates[status].label,
            count,
            href: `/admin/subscriptions?status=${status}`,
          }))}
        />
      )}
      {queues === null ? null : (
        <Counts
          title="Background jobs"
          empty="No pending or failed jobs."
          rows={queues.map(({ state, count }) => ({ label: jobStatusTags[state].label, count, href: `/admin/jobs?state=${state}` }))}
        />
      )}
      {storage === null ? null : (
        <Counts
          title={`Stored files: ${sizeText(storage.bytes)}`}
          empty="No files yet."
          rows={storage.byType.map(({ type, files, bytes }) => ({
            label: filePurposeLabels[type],
            count: files,
            note: `(${sizeText(bytes)})`,
          }))}
        />
      )}
    </div>
  );
}
