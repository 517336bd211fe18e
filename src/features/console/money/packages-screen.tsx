/** Token packages on sale: created, changed and withdrawn. */
import * as limits from '@contract/kernel/limits';
import { formatCurrency } from '@web/lib/i18n/money';
import { typedAmount, wholeNumber } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import { Notice } from '@web/ui/feedback/notice';
import type { TableColumn } from '@web/ui/lists/query-table';
import { SearchTable } from '@web/ui/lists/search-table';
import { Sheet } from '@web/ui/dialogs/sheet';
import { EmptyState } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import { packagesRequest, packageSorts } from '../parts/money-requests';
import { Form } from '@web/ui/forms/form';
import styles from '../parts/console.module.css';

type TokenPackage = ResponseOf<'GET /admin/packages/search'>['data'][number];
interface Values {
  name: string;
  price: string;
  tokens: string;
  ordering: string;
  isActive: boolean;
}
type DialogState = { action: 'change' | 'withdraw'; tokenPackage: TokenPackage } | { action: 'new' };

const columnsWith = (currency: string, onOpen: (dialog: DialogState) => void): readonly TableColumn<TokenPackage>[] => [
  { key: 'name', title: 'Name', render: ({ name }) => <strong>{name}</strong> },
  { key: 'tokens', title: 'Tokens', align: 'end', sortable: true, render: ({ tokens }) => <Tokens amount={tokens} /> },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => formatCurrency(price, currency) },
  { key: 'ordering', title: 'Position', align: 'end', sortable: true, render: ({ ordering }) => ordering },
  {
    key: 'isActive',
    title: 'Status',
    render: ({ isActive }) => <StateMark tone={isActive ? 'ok' : 'quiet'}>{isActive ? 'Available' : 'Hidden'}</StateMark>,
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (tokenPackage) => (
      <Menu
        label={`Actions for ${tokenPackage.name}`}
        trigger={<MoreIcon />}
        items={[
          { label: 'Change', onPress: () => onOpen({ action: 'change', tokenPackage }) },
          { label: 'Withdraw', tone: 'danger', onPress: () => onOpen({ action: 'withdraw', tokenPackage }) },
        ]}
      />
    ),
  },
];

export function PackagesScreen() {
  const { currency } = useSettings();
  const table = useTable(packageSorts, []);
  const result = useEndpoint('GET /admin/packages/search', packagesRequest(table.urlQuery), { keepPreviousData: true });
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const done = () => {
    setDialog(null);
    void result.mutate();
  };
  const createButton = (
    <Button kind="primary" onPress={() => setDialog({ action: 'new' })}>
      New package
    </Button>
  );
  return (
    <ConsoleFrame title="Packages" lead="Tokens at a fixed price. Without packages, fans choose their own amount." actions={createButton}>
      <SearchTable<TokenPackage>
        label="Packages"
        table={table}
        filters={[]}
        result={result}
        columns={columnsWith(currency, setDialog)}
        empty={<EmptyState title="No packages yet" text="Create a package, or let fans choose how much to top up." />}
      />
      {dialog === null || dialog.action === 'withdraw' ? null : (
        <PackageForm tokenPackage={dialog.action === 'new' ? null : dialog.tokenPackage} onClose={() => setDialog(null)} onDone={done} />
      )}
      <ConfirmDialog
        open={dialog?.action === 'withdraw'}
        title={`Withdraw ${dialog?.action === 'withdraw' ? dialog.tokenPackage.name : ''}?`}
        consequence="Fans can’t buy it anymore. Past purchases aren’t affected."
        actionLabel="Withdraw package"
        onConfirm={async () => {
          if (dialog?.action === 'withdraw')
            await services.adminMoney['DELETE /admin/packages/:id']({ params: { id: dialog.tokenPackage._id } });
          done();
        }}
        onClose={() => setDialog(null)}
      />
    </ConsoleFrame>
  );
}

interface PackageFormProps {
  tokenPackage: TokenPackage | null;
  onClose: () => void;
  onDone: () => void;
}

function PackageForm({ tokenPackage, onClose, onDone }: PackageFormProps) {
  const { currency } = useSettings();
  const bodyOf = ({ price, tokens, ordering, ...rest }: Values) => ({
    ...rest,
    description: tokenPackage?.description ?? '',
    price: typedAmount(price),
    tokens: typedAmount(tokens),
    ordering: wholeNumber(ordering),
  });
  const amountText = 'Enter an amount with up to 2 decimals.';
  const form = useForm<Values>({
    defaultValues: {
      name: tokenPackage?.name ?? '',
      price: tokenPackage?.price.toFixed(2) ?? '',
      tokens: tokenPackage?.tokens.toFixed(2) ?? '',
      ordering: String(tokenPackage?.ordering ?? 0),
      isActive: tokenPackage?.isActive ?? true,
    },
    resolver: contractResolver('POST /admin/packages', () => import('@contract/money/admin-money'), bodyOf, {
      name: { empty: 'Enter a name.' },
      tokens: { text: amountText },
      price: { text: amountText, check: (price) => typedAmount(price) === 0 && amountText },
      ordering: { text: 'Use a whole number.' },
    }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const body = bodyOf(values);
      await (tokenPackage === null
        ? services.adminMoney['POST /admin/packages']({ body })
        : services.adminMoney['PUT /admin/packages/:id']({ params: { id: tokenPackage._id }, body }));
      showToast({ tone: 'ok', text: tokenPackage === null ? 'Package created' : 'Changes saved' });
      onDone();
    },
    { fieldOf: { price_out_of_range: 'price' } },
  );
  return (
    <Sheet open title={tokenPackage === null ? 'New package' : `Edit ${tokenPackage.name}`} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <TextField label="Name" maxLength={limits.nameLengthMax} error={errors.name} {...register('name')} />
        <AmountField label="Tokens" unit="tokens" error={errors.tokens} {...register('tokens')} />
        <AmountField label="Price" unit={currency.toUpperCase()} error={errors.price} {...register('price')} />
        <TextField label="Position in the list" inputMode="numeric" error={errors.ordering} {...register('ordering')} />
        <CheckField label="Available" {...register('isActive')} />
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {tokenPackage === null ? 'Create package' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
