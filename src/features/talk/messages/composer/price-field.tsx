/** The price of a message, with what the performer receives of it. */
import * as limits from '@contract/kernel/limits';
import { amountFrom, shortTokens, spokenTokens, splitOf } from '@web/lib/i18n/money';
import { IconButton } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { CloseIcon } from '@web/ui/icons/icons';
import styles from './composer.module.css';

const { messagePriceMin: least, messagePriceMax: most } = limits;

/** Why this cannot be a price; null when it can. */
export function priceFault(typed: string): string | null {
  const amount = amountFrom(typed);
  if (amount === null) return 'Enter an amount, such as 5 or 7.50.';
  return amount < least || amount > most ? `A price is from ${shortTokens(least)} to ${spokenTokens(most)}.` : null;
}

function splitWords(price: number, commissionRate: number): string {
  const { receives, keeps } = splitOf(price, commissionRate);
  return `You receive ${shortTokens(receives)} · site keeps ${shortTokens(keeps)}`;
}

interface PriceFieldProps {
  typed: string;
  /** Null: what the performer receives is nothing of whoever types. */
  commissionRate: number | null;
  /** Says what is wrong as soon as somebody wanted to send it. */
  isChecked: boolean;
  onChange: (typed: string) => void;
  onRemove: () => void;
}

export function PriceField({ typed, commissionRate, isChecked, onChange, onRemove }: PriceFieldProps) {
  const fault = priceFault(typed);
  return (
    <div className={styles.price}>
      <TextField
        label="Price in tokens"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={isChecked || typed !== '' ? fault : null}
        note={fault === null && commissionRate !== null ? splitWords(amountFrom(typed) ?? 0, commissionRate) : null}
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton label="Send it without a price" icon={<CloseIcon />} onPress={onRemove} />
    </div>
  );
}
