/** What a fan has paid from her wallet, each with its receipt. */
import { useState } from 'react';
import { chargeStates, chargeTypeWords, optionsOf } from '@web/lib/money-words';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { PersonLine } from '@web/ui/people/person-line';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Empty } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { ChargeReceipt } from './charge-receipt';
import type { Charge } from './charge-receipt';
import { chargeSorts, chargesRead } from '../../charges/reads';

const choices = [
  { key: 'type', label: 'For', any: 'Everything', options: optionsOf(chargeTypeWords) },
  { key: 'status', label: 'State', any: 'Any state', options: optionsOf(chargeStates) },
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
        note={chargeTypeWords[type]}
      />
    ),
  },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => <Tokens amount={price} /> },
  {
    key: 'status',
    title: 'State',
    render: ({ status }) => <StateMark tone={chargeStates[status].tone}>{chargeStates[status].word}</StateMark>,
  },
  { key: 'createdAt', title: 'Date', sortable: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'receipt',
    title: 'Receipt',
    render: (charge) => (
      <Button
        size="small"
        aria-label={`Receipt: ${chargeTypeWords[charge.type]}, ${charge.performer.name}`}
        onPress={() => onReceipt(charge)}
      >
        Receipt
      </Button>
    ),
  },
];

export function ChargesTable() {
  const place = useTable(chargeSorts, choices, ['tab']);
  const found = useEndpoint('GET /wallet/charges/search', chargesRead(place.address), { keepPreviousData: true });
  const [shown, setShown] = useState<Charge | null>(null);
  return (
    <>
      <SearchTable<Charge>
        label="Purchases"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setShown)}
        empty={
          place.isFiltered ? (
            <Empty title="No purchase matches" text="Change or remove a filter." />
          ) : (
            <Empty
              title="No purchases yet"
              text="What you pay from your wallet is listed here, with its receipt."
              action={<Button href="/explore">Explore performers</Button>}
            />
          )
        }
      />
      {shown === null ? null : (
        <OpenSheet title={`${chargeTypeWords[shown.type]}, ${shown.performer.name}`} onClose={() => setShown(null)}>
          <ChargeReceipt charge={shown} />
        </OpenSheet>
      )}
    </>
  );
}
