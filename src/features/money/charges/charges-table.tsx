/** A fan's wallet payments, each with its receipt. */
import { inDirection } from '@web/lib/i18n/words';
import { useState } from 'react';
import { chargeStates, chargeTypeLabels } from '@web/lib/wording/money-labels';
import { profilePath } from '@web/lib/paths';
import { optionsOf } from '@web/lib/wording/state-label';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { ChargeReceipt } from './charge-receipt';
import type { Charge } from './charge-receipt';
import { chargeSorts, chargesRequest } from './requests';

const choices = [
  { key: 'type', label: 'Type', anyLabel: 'All types', options: optionsOf(chargeTypeLabels) },
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(chargeStates) },
];

const columnsWith = (onReceipt: (charge: Charge) => void): readonly TableColumn<Charge>[] => [
  {
    key: 'performer',
    title: 'Paid to',
    render: ({ performer, type }) => (
      <PersonLine
        person={performer}
        href={profilePath({ id: performer._id, username: performer.username })}
        verified={performer.isVerified}
        note={chargeTypeLabels[type]}
      />
    ),
  },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...chargeStates[status]} />,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'receipt',
    title: 'Receipt',
    render: (charge) => (
      <Button
        size="small"
        aria-label={`Receipt: ${chargeTypeLabels[charge.type]}, ${charge.performer.name}`}
        onPress={() => onReceipt(charge)}
      >
        Receipt
      </Button>
    ),
  },
];

export function ChargesTable() {
  const table = useTable(chargeSorts, choices, ['tab']);
  const result = useEndpoint('GET /wallet/charges/search', chargesRequest(table.urlQuery), { keepPreviousData: true });
  const [selectedCharge, setSelectedCharge] = useState<Charge | null>(null);
  return (
    <>
      <SearchTable<Charge>
        label="Purchases"
        table={table}
        filters={choices}
        result={result}
        columns={columnsWith(setSelectedCharge)}
        empty={
          table.isFiltered ? (
            <EmptyState title="No matching purchases" text="Change or remove a filter." />
          ) : (
            <EmptyState
              title="No purchases yet"
              text="Your wallet purchases and their receipts appear here."
              action={<Button href="/explore">Explore creators</Button>}
            />
          )
        }
      />
      {selectedCharge === null ? null : (
        <OpenSheet
          title={`${chargeTypeLabels[selectedCharge.type]}, ${inDirection(selectedCharge.performer.name)}`}
          onClose={() => setSelectedCharge(null)}
        >
          <ChargeReceipt charge={selectedCharge} />
        </OpenSheet>
      )}
    </>
  );
}
