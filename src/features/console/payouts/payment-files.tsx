/** Payouts that are paid together: approved ones without a file, and the payment files. */
import type { PayoutBatchFormat } from '@contract/kernel/values/money';
import { saveFile } from '@web/lib/files/save-file';
import { formatCurrency, sumOf } from '@web/lib/i18n/money';
import { countWords } from '@web/lib/i18n/counts';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { Menu } from '@web/ui/actions/menu';
import { MoreIcon } from '@web/ui/icons/icons';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { batchesRequest, unbatchedPayoutsRequest } from '../parts/money-requests';
import { PaymentFileDialog, type ApprovedPayout } from './file-dialog';
import consoleStyles from '../parts/console.module.css';

type Batch = ResponseOf<'GET /admin/payout-batches/search'>['data'][number];

const formatLabels: Readonly<Record<PayoutBatchFormat, string>> = {
  sepa: 'SEPA transfer (XML)',
  csv: 'Table (CSV)',
  paypal: 'PayPal payouts (CSV)',
};

const methods = [
  { method: 'banking', title: 'To bank accounts' },
  { method: 'paypal', title: 'To PayPal' },
] as const;

export function PaymentFiles() {
  const table = useTable([], [], ['tab']);
  const waiting = useEndpoint('GET /admin/payout-requests/search', unbatchedPayoutsRequest);
  const batches = useEndpoint('GET /admin/payout-batches/search', batchesRequest(table.urlQuery), { keepPreviousData: true });
  const [selectedPayouts, setSelectedPayouts] = useState<ApprovedPayout[] | null>(null);
  const { withReauthentication, dialog } = useReauthentication();
  const refresh = () => void Promise.all([waiting.mutate(), batches.mutate()]);
  const download = async (id: string) => {
    const file = await withReauthentication(() => services.adminPayouts['POST /admin/payout-batches/:id/file']({ params: { id } }));
    if (file !== null) saveFile(file.name, file.content, file.mediaType);
  };
  return (
    <div className={consoleStyles.stack}>
      <div className={consoleStyles.halves}>
        {methods.map(({ method, title }) => (
          <ApprovedPayoutsPanel key={method} title={title} result={waiting} method={method} onCreate={setSelectedPayouts} />
        ))}
      </div>
      <SearchTable<Batch>
        label="Payment files"
        table={table}
        filters={[]}
        result={batches}
        columns={columnsWith({ withReauthentication, download, refresh })}
        empty={<EmptyState title="No payment files yet" text="Create one to pay several approved payouts together." />}
      />
      {selectedPayouts === null ? null : (
        <PaymentFileDialog
          payouts={selectedPayouts}
          withReauthentication={withReauthentication}
          onClose={() => setSelectedPayouts(null)}
          onCreated={(id) => {
            setSelectedPayouts(null);
            refresh();
            void download(id).catch((thrown: unknown) => showToast({ tone: 'danger', text: errorMessage(thrown) }));
          }}
        />
      )}
      {dialog}
    </div>
  );
}

interface ApprovedPayoutsPanelProps {
  title: string;
  method: (typeof methods)[number]['method'];
  result: { data: { data: ApprovedPayout[] } | undefined; error: unknown; mutate: () => Promise<unknown> };
  onCreate: (payouts: ApprovedPayout[]) => void;
}

/** Approved payouts of this method that are in no file. */
function ApprovedPayoutsPanel({ title, method, result, onCreate }: ApprovedPayoutsPanelProps) {
  const { currency } = useSettings();
  const rows = result.data?.data.filter((payout) => payout.method === method);
  const sum = sumOf(...(rows ?? []).map(({ amount }) => amount));
  return (
    <section className={consoleStyles.panel} aria-label={title}>
      <h2 className={consoleStyles.panelTitle}>{title}</h2>
      {rows === undefined && !result.error ? <Skeleton shape="line" count={2} label="Loading approved payouts…" /> : null}
      {rows === undefined && result.error ? <ErrorState error={result.error} onRetry={() => void result.mutate()} /> : null}
      {rows?.length === 0 ? <p className={consoleStyles.quiet}>No approved payouts to pay.</p> : null}
      {rows !== undefined && rows.length > 0 ? (
        <>
          <p>
            {countWords(rows.length, 'approved payout')} · {formatCurrency(sum, currency)}
          </p>
          <div className={consoleStyles.actions}>
            <Button kind="primary" onPress={() => onCreate(rows)}>
              Create file
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

interface BatchActionHandlers {
  withReauthentication: ReturnType<typeof useReauthentication>['withReauthentication'];
  download: (id: string) => Promise<void>;
  refresh: () => void;
}

const columnsWith = (handlers: BatchActionHandlers): readonly TableColumn<Batch>[] => [
  { key: 'createdAt', title: 'Created', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  { key: 'format', title: 'Type', render: ({ format }) => formatLabels[format] },
  { key: 'count', title: 'Paid', align: 'end', render: ({ count, done }) => `${String(done)} of ${String(count)}` },
  { key: 'total', title: 'Total', align: 'end', render: ({ total, currency }) => formatCurrency(total, currency) },
  { key: 'madeBy', title: 'Created by', render: ({ madeBy }) => madeBy?.name ?? 'Former operator' },
  { key: 'act', title: 'Actions', align: 'end', render: (batch) => <BatchActions batch={batch} {...handlers} /> },
];

/** The actions on a file; none once all its payouts are paid. */
function BatchActions({ batch, withReauthentication, download, refresh }: BatchActionHandlers & { batch: Batch }) {
  const [confirming, setConfirming] = useState<'done' | 'dissolve' | null>(null);
  const [reference, setReference] = useState('');
  const { _id: id, done, count } = batch;
  if (done === count) return null;
  const run = async (request: () => Promise<unknown>, message: string) => {
    if ((await withReauthentication(request)) === null) return;
    setConfirming(null);
    showToast({ tone: 'ok', text: message });
    refresh();
  };
  return (
    <>
      <Menu
        label={`Actions for the file with ${countWords(count, 'payout')}`}
        trigger={<MoreIcon />}
        items={[
          {
            label: 'Download',
            onPress: () => void download(id).catch((thrown: unknown) => showToast({ tone: 'danger', text: errorMessage(thrown) })),
          },
          { label: 'Mark all as paid', onPress: () => setConfirming('done') },
          ...(done === 0 ? [{ label: 'Withdraw', onPress: () => setConfirming('dissolve') }] : []),
        ]}
      />
      <ConfirmDialog
        open={confirming === 'done'}
        tone="plain"
        title={`Mark ${countWords(count - done, 'payout')} as paid?`}
        consequence="Do this once your bank or PayPal has sent the payments. Creators are notified, and the ledger records the payouts as paid."
        actionLabel="Mark as paid"
        onConfirm={() =>
          run(
            () => services.adminPayouts['POST /admin/payout-batches/:id/done']({ params: { id }, body: { reference: reference.trim() } }),
            'Payouts marked as paid',
          )
        }
        onClose={() => setConfirming(null)}
      >
        <TextField label="Reference" optional value={reference} maxLength={500} onChange={(event) => setReference(event.target.value)} />
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'dissolve'}
        title="Withdraw this file?"
        consequence="Only do this if the file wasn’t sent to your bank or PayPal. Its payouts can then go into another file."
        actionLabel="Withdraw"
        onConfirm={() => run(() => services.adminPayouts['POST /admin/payout-batches/:id/dissolve']({ params: { id } }), 'File withdrawn')}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
