/** Webhook deliveries, and redelivery. */
import { deliveryStates, webhookEvents } from '@contract/kernel/values/console';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { deliveriesRequest, deliverySorts, deliveryStatusTags, eventLabels } from './requests';
import styles from '../operations/operations.module.css';

type Delivery = ResponseOf<'GET /admin/webhooks/deliveries/search'>['data'][number];

const filters = [
  {
    key: 'state',
    label: 'Status',
    anyLabel: 'Any status',
    options: deliveryStates.map((value) => ({ value, label: deliveryStatusTags[value].label })),
  },
  { key: 'event', label: 'Event', anyLabel: 'Any event', options: webhookEvents.map((value) => ({ value, label: eventLabels[value] })) },
];

const columnsWith = (onRead: (delivery: Delivery) => void, onReplay: (delivery: Delivery) => void): readonly TableColumn<Delivery>[] => [
  {
    key: 'event',
    title: 'Message',
    render: ({ event, url }) => (
      <>
        <strong>{eventLabels[event]}</strong>
        <p className={styles.quiet}>{url}</p>
      </>
    ),
  },
  {
    key: 'state',
    title: 'Status',
    render: ({ state, outcome, runsAt }) => (
      <>
        <StateMark {...deliveryStatusTags[state]} />
        <p className={styles.quiet}>{outcome === null ? 'Not attempted yet' : translateMessage(outcome)}</p>
        {runsAt === null ? null : (
          <p className={styles.quiet}>
            Next attempt <TimeAgo at={runsAt} />
          </p>
        )}
      </>
    ),
  },
  { key: 'tries', title: 'Attempts', align: 'end', render: ({ tries }) => String(tries) },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (delivery) => (
      <div className={styles.actions}>
        <Button size="small" kind="quiet" onPress={() => onRead(delivery)} aria-label={`Open: ${eventLabels[delivery.event]}`}>
          Open
        </Button>
        {delivery.state === 'pending' ? null : (
          <Button size="small" onPress={() => onReplay(delivery)} aria-label={`Send again: ${eventLabels[delivery.event]}`}>
            Send again
          </Button>
        )}
      </div>
    ),
  },
];

export function DeliveriesTable() {
  const table = useTable(deliverySorts, filters);
  const result = useEndpoint('GET /admin/webhooks/deliveries/search', deliveriesRequest(table.urlQuery), { keepPreviousData: true });
  const [reading, setReading] = useState<Delivery | null>(null);
  const [replaying, setReplaying] = useState<Delivery | null>(null);
  return (
    <>
      <SearchTable<Delivery>
        label="Deliveries"
        searchLabel="Search deliveries"
        table={table}
        filters={filters}
        result={result}
        columns={columnsWith(setReading, setReplaying)}
        moreSorts={[{ value: 'updatedAt', label: 'Updated' }]}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching messages' : 'No deliveries yet'}
            text={table.isFiltered ? 'Change or remove a filter.' : 'Deliveries appear here and are kept for 30 days.'}
          />
        }
      />
      <Sheet open={reading !== null} title={reading === null ? '' : eventLabels[reading.event]} onClose={() => setReading(null)}>
        <pre className={styles.code} tabIndex={0} role="region" aria-label="Event payload">
          {reading === null ? '' : JSON.stringify(JSON.parse(reading.body), null, 2)}
        </pre>
      </Sheet>
      <ConfirmDialog
        open={replaying !== null}
        tone="plain"
        title="Send this event again?"
        consequence={`${replaying?.url ?? ''} gets the same event again. Programs can use its ID to skip it.`}
        actionLabel="Send again"
        onConfirm={async () => {
          if (replaying === null) return;
          await services.webhooks['POST /admin/webhooks/deliveries/:id/replay']({ params: { id: replaying._id } });
          setReplaying(null);
          showToast({ tone: 'ok', text: 'Sending the event again' });
          await result.mutate();
        }}
        onClose={() => setReplaying(null)}
      />
    </>
  );
}
