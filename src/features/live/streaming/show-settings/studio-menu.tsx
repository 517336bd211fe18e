/** The tip menu: rewards with their prices, saved as a whole. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { v4 as uuid } from 'uuid';
import { parseAmount, shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { useSave } from '@web/forms/use-saving';
import { Button, IconButton } from '@web/ui/actions/button';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { PlusIcon, TrashIcon } from '@web/ui/icons/icons';
import type { OwnStream } from './studio-show';
import styles from './studio.module.css';

type Menu = OwnStream['tipMenu'];

interface Row {
  /** Id of the item, or a temporary key until it has one. */
  key: string;
  _id?: string;
  title: string;
  price: string;
}

const rowsOf = (menu: Menu): Row[] => menu.map(({ _id, title, price }) => ({ key: _id, _id, title, price: String(price) }));

interface TipMenuFormProps {
  menu: Menu;
  onChanged: (menu: Menu) => void;
}

export function TipMenuForm({ menu, onChanged }: TipMenuFormProps) {
  const { minimumTipPrice: minPrice, maximumTipPrice: maxPrice } = useSettings();
  const [rows, setRows] = useState(() => rowsOf(menu));
  const [showsErrors, setShowsErrors] = useState(false);
  const { busy, result, save } = useSave();
  const priceOf = ({ price }: Row): number | null => {
    const amount = parseAmount(price);
    return amount !== null && amount >= minPrice && amount <= maxPrice ? amount : null;
  };
  const isValid = rows.every((row) => !isBlank(row.title) && priceOf(row) !== null);
  const change = (key: string, changes: Partial<Row>) => setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const submit = async () => {
    setShowsErrors(true);
    if (!isValid) return;
    const items = rows.map((row) => ({
      ...(row._id === undefined ? {} : { _id: row._id }),
      title: row.title.trim(),
      price: priceOf(row) ?? 0,
    }));
    await save(async () => {
      const { tipMenu } = await services.streaming['PUT /streaming/tip-menu']({ body: { items } });
      setRows(rowsOf(tipMenu));
      setShowsErrors(false);
      onChanged(tipMenu);
    }, 'Tip menu saved');
  };
  return (
    <FormSection
      title="Tip menu"
      description="Fans pick from it while they watch."
      busy={busy}
      result={result}
      saveLabel="Save tip menu"
      onSave={(event) => {
        event.preventDefault();
        void submit();
      }}
      actions={
        rows.length < limits.stream.tipMenuMax ? (
          <Button
            icon={<PlusIcon />}
            onPress={() => {
              setShowsErrors(false);
              setRows([...rows, { key: uuid(), title: '', price: '' }]);
            }}
          >
            Add item
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? <p className={styles.quiet}>No items yet. Add something fans can tip for.</p> : null}
      {rows.map((row, index) => (
        <div key={row.key} className={styles.menuRow} role="group" aria-label={`Item ${String(index + 1)}`}>
          <TextField
            label="Reward"
            maxLength={limits.stream.menuTitleLengthMax}
            error={showsErrors && isBlank(row.title) ? 'Describe the reward for this tip.' : undefined}
            value={row.title}
            onChange={(event) => change(row.key, { title: event.target.value })}
          />
          <AmountField
            label="Price"
            unit="tokens"
            error={showsErrors && priceOf(row) === null ? `From ${shortTokens(minPrice)} to ${formatTokenCount(maxPrice)}.` : undefined}
            value={row.price}
            onChange={(event) => change(row.key, { price: event.target.value })}
          />
          <IconButton
            label={`Remove item ${String(index + 1)}`}
            icon={<TrashIcon />}
            onPress={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
    </FormSection>
  );
}
