/** A performer's messages to many: those that wait, that go out now, and what became of the others. */
import { useState } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/intl';
import { firstWords } from '@web/lib/wording/item-labels';
import { spokenTokens } from '@web/lib/i18n/money';
import { optionsOf } from '@web/lib/money-words';
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
import { Empty } from '@web/ui/feedback/states';
import { WholeTime, TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { fansWords, massState, massStates } from '../../../messages/fan-words';
import type { MassMessage } from './mass-values';
import { massPath, massRead, massSorts } from '../../../messages/mass-words';
import styles from './mass.module.css';

const sending_ms = 2000;
const waiting_ms = 30_000;

/** The socket says nothing of the others' conversations: a message that goes out is asked for until it is out. */
function beatOf(latest: { data: readonly Pick<MassMessage, 'status'>[] } | undefined): number {
  const has = (status: MassMessage['status']) => latest?.data.some((message) => message.status === status) ?? false;
  return has('sending') ? sending_ms : has('scheduled') ? waiting_ms : 0;
}

const choices = [{ key: 'status', label: 'Status', any: 'Any status', options: optionsOf(massStates) }];
const figure = (count: number) => numberFormat(undefined, {}).format(count);

/** The first words, else what it brings. */
const nameOf = ({ text, files }: MassMessage): string => (text === '' ? countWords(files.length, 'file') : firstWords(text));

const columnsWith = (onUnsend: (message: MassMessage) => void): readonly TableColumn<MassMessage>[] => [
  { key: 'text', title: 'Message', render: (message) => <Words message={message} /> },
  { key: 'status', title: 'Status', render: (message) => <Standing message={message} /> },
  {
    key: 'when',
    title: 'When',
    render: ({ status, scheduledAt, createdAt }) =>
      status === 'scheduled' && scheduledAt !== null ? (
        <span className={styles.when}>
          <WholeTime at={scheduledAt} />
        </span>
      ) : (
        <TimeAgo at={scheduledAt ?? createdAt} />
      ),
  },
  { key: 'recipients', title: 'Receivers', align: 'end', render: ({ recipients }) => figure(recipients) },
  { key: 'seen', title: 'Read by', align: 'end', render: ({ seen }) => figure(seen) },
  { key: 'bought', title: 'Bought', align: 'end', render: ({ bought, isSale }) => (isSale ? figure(bought) : '–') },
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
  const place = useTable(massSorts, choices);
  const found = useEndpoint('GET /mass-messages', massRead(place.address), {
    keepPreviousData: true,
    // Another function each time: the beat is only looked at anew when it is.
    refreshInterval: (latest) => beatOf(latest),
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
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setUnsending)}
        moreSorts={[
          { value: 'updatedAt', label: 'Last change' },
          { value: 'createdAt', label: 'Date' },
        ]}
        empty={
          place.isFiltered ? (
            <Empty title="No message matches" text="Change or remove a filter." />
          ) : (
            <Empty
              title="No mass messages yet"
              text="Write once to all of your fans, or to some: each gets it in a conversation of their own."
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
            void found.mutate();
          }}
        />
      )}
    </>
  );
}

function Words({ message }: { message: MassMessage }) {
  const { files, price, text } = message;
  const details = [
    ...(files.length === 0 || text === '' ? [] : [countWords(files.length, 'file')]),
    ...(price === null ? [] : [spokenTokens(price)]),
  ];
  return (
    <span className={styles.words}>
      <span>{nameOf(message)}</span>
      {details.length === 0 ? null : <span className={styles.quiet}>{details.join(' · ')}</span>}
    </span>
  );
}

function Standing({ message }: { message: MassMessage }) {
  const { word, tone } = massState(message);
  const { status, sent, recipients } = message;
  return (
    <span className={styles.standing}>
      <StateMark tone={tone}>{word}</StateMark>
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
      verb="Unsend message"
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
  if (status === 'scheduled') return 'It has not gone out yet: nobody gets it.';
  const taken = `It is taken out of the conversations of ${fansWords(sent - bought)}`;
  const rest = status === 'sending' ? ', and nobody else gets it.' : '.';
  const keepers = bought === 0 ? '' : bought === 1 ? ' 1 fan bought it and keeps it.' : ` ${fansWords(bought)} bought it and keep it.`;
  return `${taken}${rest}${keepers}`;
}
