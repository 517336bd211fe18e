/** Corrections of balances: what one operator proposed, another approves or declines. */
import * as limits from '@contract/kernel/limits';
import { adjustmentStatuses } from '@contract/values';
import { formatTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useMay } from '@web/session/use-may';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { StateMark, type StateTone } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLine } from '../parts/account-line';
import { adjustmentSorts, adjustmentsRead } from '../parts/money-requests';
import { isDecidable, WaitsForSecond } from '../parts/second-operator';
import styles from '../parts/console.module.css';

type Adjustment = AnswerOf<'GET /admin/ledger/adjustments/search'>['data'][number];
type Decision = 'approve' | 'decline';

const words: Readonly<Record<Adjustment['status'], { word: string; tone: StateTone }>> = {
  pending: { word: 'Waiting', tone: 'warn' },
  approved: { word: 'Approved', tone: 'ok' },
  declined: { word: 'Declined', tone: 'quiet' },
};
const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: adjustmentStatuses.map((value) => ({ value, label: words[value].word })) },
];

const columns: readonly TableColumn<Adjustment>[] = [
  { key: 'person', title: 'Person', render: ({ person }) => <AccountLine account={person} href={`/admin/users/${person._id}`} /> },
  { key: 'amount', title: 'Change', align: 'end', sortable: true, render: ({ amount }) => <Tokens amount={amount} /> },
  {
    key: 'reason',
    title: 'Reason',
    render: ({ reason, proposedBy }) => (
      <>
        {reason}
        <p className={styles.quiet}>Proposed by {proposedBy?.name ?? 'somebody who has left'}</p>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status, decidedBy, note }) => (
      <>
        <StateMark tone={words[status].tone}>{words[status].word}</StateMark>
        {status === 'pending' ? null : <p className={styles.quiet}>by {decidedBy?.name ?? 'somebody who has left'}</p>}
        {note === null ? null : <p className={styles.quiet}>{note}</p>}
      </>
    ),
  },
  { key: 'updatedAt', title: 'Changed', sortable: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
];

const actionsColumn = (onDecide: (adjustment: Adjustment, decision: Decision) => void): TableColumn<Adjustment> => ({
  key: 'actions',
  title: 'Actions',
  render: (adjustment) =>
    adjustment.status === 'pending' ? (
      <div className={styles.actions}>
        {isDecidable(adjustment.isOwn, adjustment.aloneFrom) ? (
          <Button size="small" onPress={() => onDecide(adjustment, 'approve')}>
            Approve
          </Button>
        ) : (
          <WaitsForSecond aloneFrom={adjustment.aloneFrom} />
        )}
        <Button size="small" kind="quiet" onPress={() => onDecide(adjustment, 'decline')}>
          {adjustment.isOwn ? 'Take back' : 'Decline'}
        </Button>
      </div>
    ) : (
      <span className={styles.quiet}>None</span>
    ),
});

export function AdjustmentsTable() {
  const may = useMay();
  const place = useTable(adjustmentSorts, choices, ['tab']);
  const found = useEndpoint('GET /admin/ledger/adjustments/search', adjustmentsRead(place.address), { keepPreviousData: true });
  const [asked, setAsked] = useState<{ adjustment: Adjustment; decision: Decision } | null>(null);
  return (
    <>
      <SearchTable<Adjustment>
        label="Corrections"
        searchLabel="Search corrections"
        place={place}
        choices={choices}
        found={found}
        columns={may('money.correct') ? [...columns, actionsColumn((adjustment, decision) => setAsked({ adjustment, decision }))] : columns}
        moreSorts={[{ value: 'createdAt', label: 'Proposed' }]}
        empty={
          <Empty
            title={place.isFiltered ? 'No correction matches' : 'No correction yet'}
            text={place.isFiltered ? 'Change or remove a filter.' : "Propose one on somebody's page; another operator approves it here."}
          />
        }
      />
      {asked === null ? null : (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            void found.mutate();
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
        consequence={amount > 0 ? `${person.name} gets ${sum} tokens at once.` : `${sum} tokens are taken from ${person.name} at once.`}
        verb="Approve correction"
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
      title={isOwn ? `Take this correction for ${person.name} back?` : `Decline this correction for ${person.name}?`}
      consequence="Nothing moves, and it cannot be approved any more."
      verb={isOwn ? 'Take correction back' : 'Decline correction'}
      onConfirm={async () => {
        await services.adjustments['POST /admin/ledger/adjustments/:id/decline']({ params: { id: _id }, body: { note: note.trim() } });
        showToast({ tone: 'ok', text: isOwn ? 'Correction taken back' : 'Correction declined' });
        onDone();
      }}
      onClose={onClose}
    >
      <TextAreaField
        label="Why"
        optional
        rows={2}
        maxLength={limits.reasonLengthMax}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
