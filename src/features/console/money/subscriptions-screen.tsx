/** All subscriptions: fan, performer and end. Operators end or extend them here. */
import { subscriptionStates, subscriptionTypeLabels } from '@web/lib/wording/money-labels';
import { optionsOf } from '@web/lib/wording/state-label';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextField } from '@web/ui/forms/fields';
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { AccountLink } from '../parts/account-line';
import { ConsoleFrame } from '../parts/console-frame';
import { subscriptionSorts, subscriptionsRequest } from '../parts/money-requests';
import { ReasonDialog } from '../parts/reason-dialog';

type Subscription = ResponseOf<'GET /admin/subscriptions/search'>['data'][number];
interface DialogState {
  action: 'cancel' | 'extend';
  subscription: Subscription;
}

const daysMax = 365;
const filters = [
  { key: 'status', label: 'Status', anyLabel: 'Any status', options: optionsOf(subscriptionStates) },
  { key: 'type', label: 'Type', anyLabel: 'Any type', options: optionsOf(subscriptionTypeLabels) },
];

const columnsWith = (onOpen: (dialog: DialogState) => void): readonly TableColumn<Subscription>[] => [
  { key: 'user', title: 'Fan', render: ({ user }) => <AccountLink account={user} href={`/admin/users/${user._id}`} /> },
  { key: 'performer', title: 'Creator', render: ({ performer }) => performer.name },
  { key: 'type', title: 'Type', render: ({ subscriptionType }) => subscriptionTypeLabels[subscriptionType] },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateMark {...subscriptionStates[status]} />,
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
          { label: 'Add free days', onPress: () => onOpen({ action: 'extend', subscription }) },
          ...(subscription.isRenewing
            ? [{ label: 'Cancel subscription', tone: 'danger' as const, onPress: () => onOpen({ action: 'cancel', subscription }) }]
            : []),
        ]}
      />
    ),
  },
];

export function SubscriptionsScreen() {
  const table = useTable(subscriptionSorts, filters);
  const result = useEndpoint('GET /admin/subscriptions/search', subscriptionsRequest(table.urlQuery), { keepPreviousData: true });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => setDialog(null);
  const done = async (message: string) => {
    close();
    showToast({ tone: 'ok', text: message });
    await result.mutate();
  };
  return (
    <ConsoleFrame title="Subscriptions">
      <SearchTable<Subscription>
        label="Subscriptions"
        searchLabel="Search by name"
        table={table}
        filters={filters}
        result={result}
        columns={columnsWith(setDialog)}
        empty={<EmptyState title={table.isFiltered ? 'No matching subscriptions' : 'No subscriptions yet'} />}
      />
      {dialog?.action === 'cancel' ? (
        <ReasonDialog
          title={`Cancel ${dialog.subscription.user.name}’s subscription?`}
          consequence="The fan is notified and keeps access until the end of the paid period."
          actionLabel="Cancel subscription"
          onConfirm={async (reason) => {
            await services.adminMoney['POST /admin/subscriptions/:id/cancel']({
              params: { id: dialog.subscription._id },
              body: { reason },
            });
            await done('Subscription canceled');
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.action === 'extend' ? (
        <ExtendDialog subscription={dialog.subscription} onClose={close} onDone={() => done('Days added')} />
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
      title={`Add free days for ${subscription.user.name}?`}
      consequence={`Extends the fan’s access to ${subscription.performer.name} for free.`}
      actionLabel="Add free days"
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField label="Days" inputMode="numeric" value={days} onChange={(event) => setDays(event.target.value)} />
    </ConfirmDialog>
  );
}
