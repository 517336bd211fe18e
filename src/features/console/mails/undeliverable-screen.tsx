/** Addresses with bounced mail, and the latest bounces. An operator can allow mail to an address again. */
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { MailIcon } from '@web/ui/icons/icons';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { mailSorts, undeliverableRequest } from '../parts/requests';
import styles from '../parts/console.module.css';

type UndeliverableAddress = ResponseOf<'GET /admin/mails/undeliverable/search'>['data'][number];

const columnsWith = (onClear: ((address: UndeliverableAddress) => void) | null): readonly TableColumn<UndeliverableAddress>[] => [
  { key: 'address', title: 'Email address', render: ({ address }) => <strong>{address}</strong> },
  { key: 'reason', title: 'Server response', render: ({ reason }) => <span className={styles.quiet}>{reason}</span> },
  { key: 'since', title: 'Since', render: ({ since }) => <TimeAgo at={since} /> },
  ...(onClear === null
    ? []
    : [
        {
          key: 'actions',
          title: 'Actions',
          render: (address: UndeliverableAddress) => (
            <Button size="small" onPress={() => onClear(address)} aria-label={`Resume emails to ${address.address}`}>
              Resume emails
            </Button>
          ),
        },
      ]),
];

function BounceSummary() {
  const { data } = useEndpoint('GET /admin/mails/health', {});
  if (!data) return null;
  const sources = [data.hearsByWebhook ? 'Webhook' : null, data.hearsByMailbox ? 'Mailbox' : null].filter((source) => source !== null);
  return (
    <DetailList
      title="Last 30 days"
      details={[
        { label: 'Permanent bounces', value: String(data.hard) },
        { label: 'Temporary bounces', value: String(data.soft) },
        { label: 'Spam complaints', value: String(data.complaint) },
        { label: 'Bounce sources', value: sources.length === 0 ? 'Email server only' : sources.join(', ') },
      ]}
    />
  );
}

export function UndeliverableScreen() {
  const may = useHasRight();
  const table = useTable(mailSorts, []);
  const result = useEndpoint('GET /admin/mails/undeliverable/search', undeliverableRequest(table.urlQuery), { keepPreviousData: true });
  const [clearing, setClearing] = useState<UndeliverableAddress | null>(null);
  return (
    <ConsoleFrame
      title="Undeliverable addresses"
      lead="Emails to these addresses bounced. Until they’re confirmed again, they only get login and security emails."
      back={{ href: '/admin/mails', label: 'Back to the outbox' }}
    >
      <div className={styles.stack}>
        <BounceSummary />
        <SearchTable<UndeliverableAddress>
          label="Undeliverable addresses"
          searchLabel="Search addresses"
          table={table}
          filters={[]}
          result={result}
          columns={columnsWith(may('people.change') ? setClearing : null)}
          empty={
            <EmptyState
              icon={<MailIcon />}
              title={table.isFiltered ? 'No matching addresses' : 'No undeliverable addresses'}
              text={table.isFiltered ? 'Change or remove a filter.' : 'Addresses that bounce emails appear here.'}
            />
          }
        />
      </div>
      <ConfirmDialog
        open={clearing !== null}
        tone="plain"
        title="Resume emails to this address?"
        consequence={`${clearing?.address ?? ''} gets all emails again. If one bounces, the address reappears here.`}
        actionLabel="Resume emails"
        onConfirm={async () => {
          if (clearing === null) return;
          await services.admin['DELETE /admin/mails/undeliverable/:id']({ params: { id: clearing._id } });
          setClearing(null);
          showToast({ tone: 'ok', text: 'Emails resumed' });
          await result.mutate();
        }}
        onClose={() => setClearing(null)}
      />
    </ConsoleFrame>
  );
}
