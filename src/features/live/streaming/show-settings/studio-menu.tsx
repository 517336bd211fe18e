/** What is done for which tip: a list of her own, saved as a whole. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { amountFrom, shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import { useSaving } from '@web/session/use-saving';
import { Button, IconButton } from '@web/ui/actions/button';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { PlusIcon, TrashIcon } from '@web/ui/icons/icons';
import type { OwnStream } from '../../../streaming/studio-show';
import styles from './studio.module.css';

type Menu = OwnStream['tipMenu'];

interface Row {
  /** Of the item, or of the row until it is one. */
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
  const { minimumTipPrice: least, maximumTipPrice: most } = useSettings();
  const [rows, setRows] = useState(() => rowsOf(menu));
  const [isTold, tellFaults] = useState(false);
  const { busy, result, save } = useSaving();
  const priceOf = ({ price }: Row): number | null => {
    const amount = amountFrom(price);
    return amount !== null && amount >= least && amount <= most ? amount : null;
  };
  const isRight = rows.every((row) => !isBlank(row.title) && priceOf(row) !== null);
  const change = (key: string, changes: Partial<Row>) => setRows(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const submit = async () => {
    tellFaults(true);
    if (!isRight) return;
    const items = rows.map((row) => ({
      ...(row._id === undefined ? {} : { _id: row._id }),
      title: row.title.trim(),
      price: priceOf(row) ?? 0,
    }));
    await save(async () => {
      const { tipMenu } = await services.streaming['PUT /streaming/tip-menu']({ body: { items } });
      setRows(rowsOf(tipMenu));
      tellFaults(false);
      onChanged(tipMenu);
    }, 'Tip menu saved');
  };
  return (
    <FormSection
      title="Tip menu"
      description="What you do for which tip. Fans pick from it while they watch."
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
              tellFaults(false);
              setRows([...rows, { key: crypto.randomUUID(), title: '', price: '' }]);
            }}
          >
            Add to menu
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? <p className={styles.quiet}>Nothing is on the menu yet.</p> : null}
      {rows.map((row, place) => (
        <div key={row.key} className={styles.menuRow} role="group" aria-label={`Item ${String(place + 1)}`}>
          <TextField
            label="What you do"
            maxLength={limits.stream.menuTitleLengthMax}
            error={isTold && isBlank(row.title) ? 'Say what you do.' : undefined}
            value={row.title}
            onChange={(event) => change(row.key, { title: event.target.value })}
          />
          <AmountField
            label="For"
            unit="tokens"
            error={isTold && priceOf(row) === null ? `From ${shortTokens(least)} to ${spokenTokens(most)}.` : undefined}
            value={row.price}
            onChange={(event) => change(row.key, { price: event.target.value })}
          />
          <IconButton
            label={`Remove item ${String(place + 1)}`}
            icon={<TrashIcon />}
            onPress={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
    </FormSection>
  );
}
