/** Balance adjustments: one operator proposes an adjustment, another approves or declines it. */
import * as limits from '@contract/kernel/limits';
import { adjustmentStatuses } from '@contract/kernel/values/money';
import { formatTokens } from '@web/lib/i18n/money';
import type { StateLabel } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLink } from '../parts/account-line';
import { adjustmentSorts, adjustmentsRequest } from '../parts/money-requests';
import { canDecide, SecondOperatorNotice } from '../parts/second-operator';
import styles from '../parts/console.module.css';

type Adjustment = ResponseOf<'GET /admin/ledger/adjustments/search'>['data'][number];
type Decision = 'approve' | 'decline';

const statusTags: Readonly<Record<Adjustment['status'], StateLabel>> = {
  pending: { label: 'Pending', tone: 'warn' },
  approved: { label: 'Approved', tone: 'ok' },
  declined: { label: 'Declined', tone: 'quiet' },
};
const filters = [
  {
    key: 'status',
    label: 'Status',
    anyLabel: 'Any status',
    options: adjustmentStatuses.map((value) => ({ value, label: statusTags[value].label })),
  },
];

const columns: readonly TableColumn<Adjustment>[] = [
  { key: 'person', title: 'Person', render: ({ person }) => <AccountLink account={person} href={`/admin/users/${person._id}`} /> },
  { key: 'amount', title: 'Amount', align: 'end', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  {
    key: 'reason',
    title: 'Reason',
    render: ({ reason, proposedBy }) => (
      <>
        {reason}
        <p className={styles.quiet}>Proposed by {proposedBy?.name ?? 'a former operator'}</p>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, decidedBy, note }) => (
      <>
        <StateMark {...statusTags[status]} />
        {status === 'pending' ? null : <p className={styles.quiet}>by {decidedBy?.name ?? 'a former operator'}</p>}
        {note === null ? null : <p className={styles.quiet}>{note}</p>}
      </>
    ),
  },
  { key: 'updatedAt', title: 'Updated', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const actionsColumn = (onDecide: (adjustment: Adjustment, decision: Decision) => void): TableColumn<Adjustment> => ({
  key: 'actions',
  title: 'Actions',
  render: (adjustment) =>
    adjustment.status === 'pending' ? (
      <div className={styles.actions}>
        {canDecide(adjustment.isOwn, adjustment.aloneFrom) ? (
          <Button size="small" onPress={() => onDecide(adjustment, 'approve')}>
            Approve
          </Button>
        ) : (
          <SecondOperatorNotice aloneFrom={adjustment.aloneFrom} />
        )}
        <Button size="small" kind="quiet" onPress={() => onDecide(adjustment, 'decline')}>
          {adjustment.isOwn ? 'Withdraw' : 'Decline'}
        </Button>
      </div>
    ) : (
      <span className={styles.quiet}>None</span>
    ),
});

export function AdjustmentsTable() {
  const may = useHasRight();
  const table = useTable(adjustmentSorts, filters, ['tab']);
  const result = useEndpoint('GET /admin/ledger/adjustments/search', adjustmentsRequest(table.urlQuery), { keepPreviousData: true });
  const [confirming, setConfirming] = useState<{ adjustment: Adjustment; decision: Decision } | null>(null);
  return (
    <>
      <SearchTable<Adjustment>
        label="Corrections"
        searchLabel="Search corrections"
        table={table}
        filters={filters}
        result={result}
        columns={
          may('money.correct') ? [...columns, actionsColumn((adjustment, decision) => setConfirming({ adjustment, decision }))] : columns
        }
        moreSorts={[{ value: 'createdAt', label: 'Proposed' }]}
        empty={
          <EmptyState
            title={table.isFiltered ? 'No matching corrections' : 'No corrections yet'}
            text={
              table.isFiltered
                ? 'Change or remove a filter.'
                : 'Propose a correction on an account’s page. Another operator approves it here.'
            }
          />
        }
      />
      {confirming === null ? null : (
        <DecisionDialog
          {...confirming}
          onClose={() => setConfirming(null)}
          onDone={() => {
            setConfirming(null);
            void result.mutate();
          }}
        />
      )}
    </>
  );
}

interface DecisionDialogProps {
  adjustment: Adjustment;
  decision: Decision;
  onClose: () => void;
  onDone: () => void;
}

function DecisionDialog({ adjustment: { _id, amount, person, isOwn }, decision, onClose, onDone }: DecisionDialogProps) {
  const [note, setNote] = useState('');
  const sum = formatTokens(Math.abs(amount));
  if (decision === 'approve') {
    return (
      <ConfirmDialog
        open
        title={`Approve this correction for ${person.name}?`}
        consequence={
          amount > 0
            ? `${person.name} gets ${sum} tokens immediately.`
            : `${sum} tokens are deducted from ${person.name}’s balance immediately.`
        }
        actionLabel="Approve correction"
        onConfirm={async () => {
          await services.adjustments['POST /admin/ledger/adjustments/:id/approve']({ params: { id: _id } });
          showToast({ tone: 'ok', text: 'Correction approved' });
          onDone();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title={isOwn ? `Withdraw this correction for ${person.name}?` : `Decline this correction for ${person.name}?`}
      consequence="No tokens move, and the correction can’t be approved later."
      actionLabel={isOwn ? 'Withdraw correction' : 'Decline correction'}
      onConfirm={async () => {
        await services.adjustments['POST /admin/ledger/adjustments/:id/decline']({ params: { id: _id }, body: { note: note.trim() } });
        showToast({ tone: 'ok', text: isOwn ? 'Correction withdrawn' : 'Correction declined' });
        onDone();
      }}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        optional
        rows={2}
        maxLength={limits.reasonLengthMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
