/** Coupons for top-ups: created, changed and withdrawn. */
import { couponStatuses } from '@contract/kernel/values/money';
import * as limits from '@contract/kernel/limits';
import { parseOptional, wholeNumber } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DateField, SelectField, TextField } from '@web/ui/forms/fields';
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import { Notice } from '@web/ui/feedback/notice';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { EmptyState } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import { couponsRequest, couponSorts } from '../parts/money-requests';
import { StatusTag, statusOptions } from '../parts/status-tags';
import { Form } from '@web/ui/forms/form';
import styles from '../parts/console.module.css';

type Coupon = ResponseOf<'GET /admin/coupons/search'>['data'][number];
interface Values {
  code: string;
  name: string;
  percent: string;
  maximumUses: string;
  lastDay: string;
  status: Coupon['status'];
}

const filters = [{ key: 'status', label: 'Status', anyLabel: 'Any status', options: statusOptions(couponStatuses) }];
const percentOf = (share: number): string => String(Math.round(share * 100));

const columnsWith = (onEdit: (coupon: Coupon) => void, onWithdraw: (coupon: Coupon) => void): readonly TableColumn<Coupon>[] => [
  {
    key: 'code',
    title: 'Code',
    sortable: true,
    render: ({ code, name }) => (
      <>
        <strong>{code}</strong>
        <p className={styles.quiet}>{name}</p>
      </>
    ),
  },
  { key: 'value', title: 'Discount', align: 'end', render: ({ value }) => `${percentOf(value)}%` },
  {
    key: 'totalUses',
    title: 'Used',
    align: 'end',
    render: ({ totalUses, maximumUses }) => (maximumUses === null ? String(totalUses) : `${String(totalUses)} of ${String(maximumUses)}`),
  },
  { key: 'expiresAt', title: 'Until', render: ({ expiresAt }) => (expiresAt === null ? 'No end date' : <TimeAgo at={expiresAt} />) },
  { key: 'status', title: 'Status', render: ({ status }) => <StatusTag of={status} /> },
  {
    key: 'actions',
    title: 'Actions',
    render: (coupon) => (
      <Menu
        label={`Actions for ${coupon.code}`}
        trigger={<MoreIcon />}
        items={[
          { label: 'Change', onPress: () => onEdit(coupon) },
          { label: 'Withdraw', tone: 'danger', onPress: () => onWithdraw(coupon) },
        ]}
      />
    ),
  },
];

export function CouponsScreen() {
  const table = useTable(couponSorts, filters);
  const result = useEndpoint('GET /admin/coupons/search', couponsRequest(table.urlQuery), { keepPreviousData: true });
  const [editing, setEditing] = useState<Coupon | 'new' | null>(null);
  const [withdrawing, setWithdrawing] = useState<Coupon | null>(null);
  const createButton = (
    <Button kind="primary" onPress={() => setEditing('new')}>
      New coupon
    </Button>
  );
  return (
    <ConsoleFrame title="Coupons" lead="Discounts on top-ups, once per fan. The site covers the difference." actions={createButton}>
      <SearchTable<Coupon>
        label="Coupons"
        searchLabel="Search coupons"
        table={table}
        filters={filters}
        result={result}
        columns={columnsWith(setEditing, setWithdrawing)}
        empty={<EmptyState title={table.isFiltered ? 'No matching coupons' : 'No coupons yet'} />}
      />
      {editing === null ? null : (
        <CouponForm
          coupon={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null);
            void result.mutate();
          }}
        />
      )}
      <ConfirmDialog
        open={withdrawing !== null}
        title={`Withdraw ${withdrawing?.code ?? ''}?`}
        consequence="No one can use it anymore. Past top-ups aren’t affected."
        actionLabel="Withdraw coupon"
        onConfirm={async () => {
          if (withdrawing === null) return;
          await services.adminMoney['DELETE /admin/coupons/:id']({ params: { id: withdrawing._id } });
          setWithdrawing(null);
          await result.mutate();
        }}
        onClose={() => setWithdrawing(null)}
      />
    </ConsoleFrame>
  );
}

interface CouponFormProps {
  coupon: Coupon | null;
  onClose: () => void;
  onDone: () => void;
}

function CouponForm({ coupon, onClose, onDone }: CouponFormProps) {
  const bodyOf = ({ percent, maximumUses, lastDay, ...rest }: Values) => ({
    ...rest,
    description: coupon?.description ?? '',
    value: wholeNumber(percent) / 100,
    maximumUses: parseOptional(maximumUses, wholeNumber),
    expiresAt: lastDay === '' ? null : `${lastDay}T23:59:59.000Z`,
  });
  const form = useForm<Values>({
    defaultValues: {
      code: coupon?.code ?? '',
      name: coupon?.name ?? '',
      percent: coupon === null ? '10' : percentOf(coupon.value),
      maximumUses: coupon?.maximumUses?.toString() ?? '',
      lastDay: coupon?.expiresAt?.slice(0, 10) ?? '',
      status: coupon?.status ?? 'active',
    },
    resolver: contractResolver('POST /admin/coupons', () => import('@contract/money/admin-money'), bodyOf, {
      code: { text: 'Use 3 to 30 letters, digits, hyphens and underscores.' },
      name: { empty: 'Enter a name.' },
      percent: { at: 'value', text: 'Use a whole number from 1 to 100.' },
      maximumUses: { text: 'Use a whole number, or leave this blank.' },
      lastDay: { at: 'expiresAt' },
    }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const body = bodyOf(values);
      await (coupon === null
        ? services.adminMoney['POST /admin/coupons']({ body })
        : services.adminMoney['PUT /admin/coupons/:id']({ params: { id: coupon._id }, body }));
      showToast({ tone: 'ok', text: coupon === null ? 'Coupon created' : 'Changes saved' });
      onDone();
    },
    { fieldOf: { code_taken: 'code' } },
  );
  return (
    <Sheet open title={coupon === null ? 'New coupon' : `Edit ${coupon.code}`} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <TextField
          label="Code"
          autoCapitalize="characters"
          maxLength={limits.couponCode.lengthMax}
          error={errors.code}
          {...register('code')}
        />
        <TextField label="Name" maxLength={limits.nameLengthMax} error={errors.name} {...register('name')} />
        <TextField label="Percent off" inputMode="numeric" after="%" error={errors.percent} {...register('percent')} />
        <TextField label="Usage limit" optional inputMode="numeric" error={errors.maximumUses} {...register('maximumUses')} />
        <DateField label="Last day (UTC)" optional error={errors.lastDay} {...register('lastDay')} />
        <SelectField label="Status" options={statusOptions(couponStatuses)} {...register('status')} />
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {coupon === null ? 'Create coupon' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
