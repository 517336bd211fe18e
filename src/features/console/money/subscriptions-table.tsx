/** All subscriptions: who, to whom, until when; ended or lengthened from here. */
import { optionsOf, subscriptionStates, subscriptionTypeWords } from '@web/lib/money-words';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLine } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { subscriptionSorts, subscriptionsRead } from '../parts/money-requests';
import { ReasonDialog } from '../parts/reason-dialog';

type Subscription = AnswerOf<'GET /admin/subscriptions/search'>['data'][number];
interface Asked {
  act: 'cancel' | 'extend';
  subscription: Subscription;
}

const daysMax = 365;
const choices = [
  { key: 'status', label: 'Status', any: 'Any status', options: optionsOf(subscriptionStates) },
  { key: 'type', label: 'Type', any: 'Any type', options: optionsOf(subscriptionTypeWords) },
];

const columnsWith = (onAsked: (asked: Asked) => void): readonly TableColumn<Subscription>[] => [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLine account={user} href={`/admin/users/${user._id}`} /> },
  { key: 'performer', title: 'Performer', render: ({ performer }) => performer.name },
  { key: 'type', title: 'Type', render: ({ subscriptionType }) => subscriptionTypeWords[subscriptionType] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark tone={subscriptionStates[status].tone}>{subscriptionStates[status].word}</StateMark>,
  },
  { key: 'expiredAt', title: 'Until', sortable: true, render: ({ expiredAt }) => <TimeAgo at={expiredAt} /> },
  { key: 'isRenewing', title: 'Renews', render: ({ isRenewing }) => (isRenewing ? 'Yes' : 'No') },
  {
    key: 'actions',
    title: 'Actions',
    render: (subscription) => (
      <Menu
        label={`Actions for ${subscription.user.name}`}
        trigger={<MoreIcon />}
        items={[
          { label: 'Give days', onPress: () => onAsked({ act: 'extend', subscription }) },
          ...(subscription.isRenewing
            ? [{ label: 'End renewal', tone: 'danger' as const, onPress: () => onAsked({ act: 'cancel', subscription }) }]
            : []),
        ]}
      />
    ),
  },
];

export function SubscriptionsScreen() {
  const place = useTable(subscriptionSorts, choices);
  const found = useEndpoint('GET /admin/subscriptions/search', subscriptionsRead(place.address), { keepPreviousData: true });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const done = async (said: string) => {
    close();
    showToast({ tone: 'ok', text: said });
    await found.mutate();
  };
  return (
    <ConsoleFrame title="Subscriptions">
      <SearchTable<Subscription>
        label="Subscriptions"
        searchLabel="Search by name"
        place={place}
        choices={choices}
        found={found}
        columns={columnsWith(setAsked)}
        empty={<Empty title={place.isFiltered ? 'No subscription matches' : 'No subscription yet'} />}
      />
      {asked?.act === 'cancel' ? (
        <ReasonDialog
          title={`End the renewal for ${asked.subscription.user.name}?`}
          consequence="Access stays until the end of what was paid. The fan is told."
          verb="End renewal"
          onConfirm={async (reason) => {
            await services.adminMoney['POST /admin/subscriptions/:id/cancel']({ params: { id: asked.subscription._id }, body: { reason } });
            await done('Renewal ended');
          }}
          onClose={close}
        />
      ) : null}
      {asked?.act === 'extend' ? (
        <ExtendDialog subscription={asked.subscription} onClose={close} onDone={() => done('Days given')} />
      ) : null}
    </ConsoleFrame>
  );
}

interface ExtendDialogProps {
  subscription: Subscription;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function ExtendDialog({ subscription, onClose, onDone }: ExtendDialogProps) {
  const [days, setDays] = useState('7');
  const confirm = async () => {
    if (!/^[1-9]\d{0,2}$/.test(days) || Number(days) > daysMax) throw new Error(`Use a whole number from 1 to ${String(daysMax)}.`);
    await services.adminMoney['POST /admin/subscriptions/:id/extend']({ params: { id: subscription._id }, body: { days: Number(days) } });
    await onDone();
  };
  return (
    <ConfirmDialog
      open
      tone="plain"
      title={`Give ${subscription.user.name} more days?`}
      consequence={`Access to ${subscription.performer.name} lasts longer, free of charge.`}
      verb="Give days"
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField label="Days" inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
    </ConfirmDialog>
  );
}
