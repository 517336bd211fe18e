/** What other programs were told, and telling it again. */
import { deliveryStates, webhookEvents } from '@contract/values';
import { said } from '@web/lib/said';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { deliveriesRead, deliverySorts, deliveryWords, eventWords } from './requests';
import styles from '../operations/operations.module.css';

type Delivery = AnswerOf<'GET /admin/webhooks/deliveries/search'>['data'][number];

const choices = [
  { key: 'state', label: 'State', any: 'Any state', options: deliveryStates.map((value) => ({ value, label: deliveryWords[value].word })) },
  { key: 'event', label: 'Event', any: 'Any event', options: webhookEvents.map((value) => ({ value, label: eventWords[value] })) },
];

const columnsWith = (onRead: (delivery: Delivery) => void, onReplay: (delivery: Delivery) => void): readonly TableColumn<Delivery>[] => [
  {
    key: 'event',
    title: 'Message',
    render: ({ event, url }) => (
      <>
        <strong>{eventWords[event]}</strong>
        <p className={styles.quiet}>{url}</p>
      </>
    ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ state, outcome, runsAt }) => (
      <>
        <StateMark tone={deliveryWords[state].tone}>{deliveryWords[state].word}</StateMark>
        <p className={styles.quiet}>{outcome === null ? 'Not tried yet' : said(outcome)}</p>
        {runsAt === null ? null : (
          <p className={styles.quiet}>
            Next try <TimeAgo at={runsAt} />
          </p>
        )}
      </>
    ),
  },
  { key: 'tries', title: 'Tries', align: 'end', render: ({ tries }) => String(tries) },
  { key: 'createdAt', title: 'Written', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (delivery) => (
      <div className={styles.actions}>
        <Button size="small" kind="quiet" onPress={() => onRead(delivery)} aria-label={`Read: ${eventWords[delivery.event]}`}>
          Read
        </Button>
        {delivery.state === 'pending' ? null : (
          <Button size="small" onPress={() => onReplay(delivery)} aria-label={`Send again: ${eventWords[delivery.event]}`}>
            Send again
          </Button>
        )}
      </div>
    ),
  },
];

export function DeliveriesTable() {
  const place = useTable(deliverySorts, choices);
  const found = useEndpoint('GET /admin/webhooks/deliveries/search', deliveriesRead(place.address), { keepPreviousData: true });
  const [reading, setReading] = useState<Delivery | null>(null);
  const [replaying, setReplaying] = useState<Delivery | null>(null);
  return (
    <>
      <SearchTable<Delivery>
        label="Deliveries"
        searchLabel="Search deliveries"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setReading, setReplaying)}
        moreSorts={[{ value: 'updatedAt', label: 'Changed' }]}
        empty={
          <Empty
            title={place.isFiltered ? 'No message matches' : 'Nothing was told yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : 'Messages to your programs appear here, and stay for 30 days.'}
          />
        }
      />
      <Sheet open={reading !== null} title={reading === null ? '' : eventWords[reading.event]} onClose={() => setReading(null)}>
        <pre className={styles.code} tabIndex={0} role="region" aria-label="What is sent">
          {reading === null ? '' : JSON.stringify(JSON.parse(reading.body), null, 2)}
        </pre>
      </Sheet>
      <ConfirmDialog
        open={replaying !== null}
        tone="plain"
        title="Send this message again?"
        consequence={`${replaying?.url ?? ''} gets the same words once more. A program that knows its id can leave it out.`}
        verb="Send again"
        onConfirm={async () => {
          if (replaying === null) return;
          await services.webhooks['POST /admin/webhooks/deliveries/:id/replay']({ params: { id: replaying._id } });
          setReplaying(null);
          showToast({ tone: 'ok', text: 'The message is on its way again' });
          await found.mutate();
        }}
        onClose={() => setReplaying(null)}
      />
    </>
  );
}
