/** A performer's mass messages: scheduled, being sent, and past ones with their results. */
import { useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/i18n/intl';
import { firstWords } from '@web/lib/wording/item-labels';
import { formatTokenCount } from '@web/lib/i18n/money';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { PageHead } from '@web/ui/page/page-head';
import { Progress } from '@web/ui/feedback/progress';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { FullTime, TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { fansText, massState, massStates } from '../fans/fan-texts';
import type { MassMessage } from './mass-values';
import { massPath, massMessagesRequest, massSorts } from './mass-requests';
import styles from './mass.module.css';

const sendingPollInterval_ms = 2000;
const scheduledPollInterval_ms = 30_000;

/** No socket events are sent for the recipients' conversations, so a message is polled while it is being sent. */
function pollIntervalOf(latest: { data: readonly Pick<MassMessage, 'status'>[] } | undefined): number {
  const hasStatus = (status: MassMessage['status']) => latest?.data.some((message) => message.status === status) ?? false;
  return hasStatus('sending') ? sendingPollInterval_ms : hasStatus('scheduled') ? scheduledPollInterval_ms : 0;
}

const choices = [{ key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(massStates) }];
const formatCount = (count: number) => numberFormat(undefined, {}).format(count);

/** The start of the text, otherwise its files. */
const nameOf = ({ text, files }: MassMessage): string => (text === '' ? countWords(files.length, 'file') : firstWords(text));

const columnsWith = (onUnsend: (message: MassMessage) => void): readonly TableColumn<MassMessage>[] => [
  { key: 'text', title: 'Message', render: (message) => <MessageCell message={message} /> },
  { key: 'status', title: 'Status', render: (message) => <StatusCell message={message} /> },
  {
    key: 'when',
    title: 'When',
    render: ({ status, scheduledAt, createdAt }) =>
      status === 'scheduled' && scheduledAt !== null ? (
        <span className={styles.when}>
          <FullTime at={scheduledAt} />
        </span>
      ) : (
        <TimeAgo at={scheduledAt ?? createdAt} />
      ),
  },
  { key: 'recipients', title: 'Recipients', align: 'end', render: ({ recipients }) => formatCount(recipients) },
  { key: 'seen', title: 'Read by', align: 'end', render: ({ seen }) => formatCount(seen) },
  { key: 'bought', title: 'Bought', align: 'end', render: ({ bought, isSale }) => (isSale ? formatCount(bought) : '–') },
  {
    key: 'received',
    title: 'You receive',
    align: 'end',
    render: ({ received, isSale }) => (isSale ? <Tokens amount={received} /> : '–'),
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (message) => <Actions message={message} onUnsend={() => onUnsend(message)} />,
  },
];

export function MassScreen() {
  const table = useTable(massSorts, choices);
  const response = useEndpoint('GET /mass-messages', massMessagesRequest(table.urlQuery), {
    keepPreviousData: true,
    // A new function on each render: SWR re-evaluates the interval only when it changes.
    refreshInterval: (latest) => pollIntervalOf(latest),
  });
  const [unsending, setUnsending] = useState<MassMessage | null>(null);
  const write = (
    <Button kind="primary" href={`${massPath}/new`}>
      New mass message
    </Button>
  );
  return (
    <>
      <PageHead title="Mass messages" back={{ href: '/messages', label: 'Back to messages' }} actions={write} noindex />
      <SearchTable<MassMessage>
        label="Mass messages"
        table={table}
        filters={choices}
        result={response}
        columns={columnsWith(setUnsending)}
        moreSorts={[
          { value: 'updatedAt', label: 'Last updated' },
          { value: 'createdAt', label: 'Date' },
        ]}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching messages" text="Change or remove a filter." />
          ) : (
            <EmptyState
              title="No mass messages yet"
              text="Send one message to many fans. Each gets it in a private conversation."
              action={write}
            />
          )
        }
      />
      {unsending === null ? null : (
        <UnsendDialog
          message={unsending}
          onClose={() => setUnsending(null)}
          onDone={() => {
            setUnsending(null);
            showToast({ tone: 'ok', text: 'Message unsent' });
            void response.mutate();
          }}
        />
      )}
    </>
  );
}

function MessageCell({ message }: { message: MassMessage }) {
  const { files, price, text } = message;
  const details = [
    ...(files.length === 0 || text === '' ? [] : [countWords(files.length, 'file')]),
    ...(price === null ? [] : [formatTokenCount(price)]),
  ];
  return (
    <span className={styles.words}>
      <span>{nameOf(message)}</span>
      {details.length === 0 ? null : <span className={styles.quiet}>{details.join(' · ')}</span>}
    </span>
  );
}

function StatusCell({ message }: { message: MassMessage }) {
  const { label, tone } = massState(message);
  const { status, sent, recipients } = message;
  return (
    <span className={styles.status}>
      <StateMark tone={tone} label={label} />
      {status === 'sending' ? (
        <Progress label="Sent so far" labelHidden percent={recipients === 0 ? null : (sent / recipients) * 100} />
      ) : null}
    </span>
  );
}

function Actions({ message, onUnsend }: { message: MassMessage; onUnsend: () => void }) {
  if (message.status === 'unsent') return '–';
  const name = nameOf(message);
  return (
    <span className={styles.actions}>
      {message.status === 'scheduled' ? (
        <Button size="small" href={`${massPath}/${message._id}`} aria-label={`Edit “${name}”`}>
          Edit
        </Button>
      ) : null}
      <Button size="small" aria-label={`Unsend “${name}”`} onPress={onUnsend}>
        Unsend
      </Button>
    </span>
  );
}

function UnsendDialog({ message, onClose, onDone }: { message: MassMessage; onClose: () => void; onDone: () => void }) {
  return (
    <ConfirmDialog
      open
      title={`Unsend “${nameOf(message)}”?`}
      actionLabel="Unsend message"
      consequence={consequenceOf(message)}
      onConfirm={async () => {
        await services.fans['DELETE /mass-messages/:id']({ params: { id: message._id } });
        onDone();
      }}
      onClose={onClose}
    />
  );
}

function consequenceOf({ status, sent, bought }: MassMessage): string {
  if (status === 'scheduled') return 'It hasn’t been sent yet. No one will get it.';
  const removed = `It will be removed from conversations with ${fansText(sent - bought)}`;
  const rest = status === 'sending' ? ', and no one else will get it.' : '.';
  const keepers = bought === 0 ? '' : bought === 1 ? ' 1 fan bought it and keeps it.' : ` ${fansText(bought)} bought it and keep it.`;
  return `${removed}${rest}${keepers}`;
}
