/** Packages of tokens on sale: made, changed and withdrawn. */
import * as limits from '@contract/kernel/limits';
import { amountFrom, formatCurrency } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
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
import { Empty } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { Tokens } from '@web/ui/display/tokens';
import { useTable } from '@web/ui/lists/use-table';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import { packagesRead, packageSorts } from '../parts/money-requests';
import styles from '../parts/console.module.css';

type TokenPackage = AnswerOf<'GET /admin/packages/search'>['data'][number];
interface Values {
  name: string;
  price: string;
  tokens: string;
  ordering: string;
  isActive: boolean;
}
type Asked = { act: 'change' | 'withdraw'; item: TokenPackage } | { act: 'new' };

const columnsWith = (currency: string, onAsked: (asked: Asked) => void): readonly TableColumn<TokenPackage>[] => [
  { key: 'name', title: 'Name', render: ({ name }) => <strong>{name}</strong> },
  { key: 'tokens', title: 'Tokens', align: 'end', sortable: true, render: ({ tokens }) => <Tokens amount={tokens} /> },
  { key: 'price', title: 'Price', align: 'end', sortable: true, render: ({ price }) => formatCurrency(price, currency) },
  { key: 'ordering', title: 'Place', align: 'end', sortable: true, render: ({ ordering }) => ordering },
  {
    key: 'isActive',
    title: 'Status',
    render: ({ isActive }) => <StateMark tone={isActive ? 'ok' : 'quiet'}>{isActive ? 'On sale' : 'Hidden'}</StateMark>,
  },
  {
    key: 'actions',
    title: 'Actions',
    render: (item) => (
      <Menu
        label={`Actions for ${item.name}`}
        trigger={<MoreIcon />}
        items={[
          { label: 'Change', onPress: () => onAsked({ act: 'change', item }) },
          { label: 'Withdraw', tone: 'danger', onPress: () => onAsked({ act: 'withdraw', item }) },
        ]}
      />
    ),
  },
];

export function PackagesScreen() {
  const { currency } = useSettings();
  const place = useTable(packageSorts, []);
  const found = useEndpoint('GET /admin/packages/search', packagesRead(place.address), { keepPreviousData: true });
  const [asked, setAsked] = useState<Asked | null>(null);
  const done = () => {
    setAsked(null);
    void found.mutate();
  };
  const add = (
    <Button kind="primary" onPress={() => setAsked({ act: 'new' })}>
      New package
    </Button>
  );
  return (
    <ConsoleFrame title="Packages" lead="Tokens at a fixed price. Without any, fans choose an amount." actions={add}>
      <SearchTable<TokenPackage>
        label="Packages"
        place={place}
        choices={[]}
        found={found}
        columns={columnsWith(currency, setAsked)}
        empty={<Empty title="No package yet" text="Fans top up by an amount that they choose." />}
      />
      {asked === null || asked.act === 'withdraw' ? null : (
        <PackageForm item={asked.act === 'new' ? null : asked.item} onClose={() => setAsked(null)} onDone={done} />
      )}
      <ConfirmDialog
        open={asked?.act === 'withdraw'}
        title={`Withdraw ${asked?.act === 'withdraw' ? asked.item.name : ''}?`}
        consequence="It is no longer on sale. What was bought stays."
        verb="Withdraw package"
        onConfirm={async () => {
          if (asked?.act === 'withdraw') await services.adminMoney['DELETE /admin/packages/:id']({ params: { id: asked.item._id } });
          done();
        }}
        onClose={() => setAsked(null)}
      />
    </ConsoleFrame>
  );
}

interface PackageFormProps {
  item: TokenPackage | null;
  onClose: () => void;
  onDone: () => void;
}

const anAmount = (text: string): true | string => {
  const amount = amountFrom(text);
  return (amount !== null && amount > 0) || 'Enter an amount with at most two decimals.';
};

function PackageForm({ item, onClose, onDone }: PackageFormProps) {
  const { currency } = useSettings();
  const form = useForm<Values>({
    defaultValues: {
      name: item?.name ?? '',
      price: item?.price.toFixed(2) ?? '',
      tokens: item?.tokens.toFixed(2) ?? '',
      ordering: String(item?.ordering ?? 0),
      isActive: item?.isActive ?? true,
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, problem, submit } = useSend(
    form,
    async ({ price, tokens, ordering, ...same }) => {
      const body = {
        ...same,
        description: item?.description ?? '',
        price: amountFrom(price) ?? 0,
        tokens: amountFrom(tokens) ?? 0,
        ordering: Number(ordering),
      };
      await (item === null
        ? services.adminMoney['POST /admin/packages']({ body })
        : services.adminMoney['PUT /admin/packages/:id']({ params: { id: item._id }, body }));
      showToast({ tone: 'ok', text: item === null ? 'Package made' : 'Changes saved' });
      onDone();
    },
    { fieldOf: { price_out_of_range: 'price' } },
  );
  return (
    <Sheet open title={item === null ? 'New package' : `Change ${item.name}`} onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={submit}>
        <TextField
          label="Name"
          maxLength={limits.nameLengthMax}
          error={errors.name}
          {...register('name', { required: 'Give it a name.' })}
        />
        <AmountField label="Tokens" unit="tokens" error={errors.tokens} {...register('tokens', { validate: anAmount })} />
        <AmountField label="Price" unit={currency.toUpperCase()} error={errors.price} {...register('price', { validate: anAmount })} />
        <TextField
          label="Place in the list"
          inputMode="numeric"
          error={errors.ordering}
          {...register('ordering', { validate: (text) => /^\d{1,4}$/.test(text) || 'Use a whole number.' })}
        />
        <CheckField label="On sale" {...register('isActive')} />
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {item === null ? 'Make package' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
