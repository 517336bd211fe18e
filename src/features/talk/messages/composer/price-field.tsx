/** The price of a message, with what the performer receives. */
import * as limits from '@contract/kernel/limits';
import { parseAmount, shortTokens, formatTokenCount, splitPrice } from '@web/lib/i18n/money';
import { IconButton } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { CloseIcon } from '@web/ui/icons/icons';
import styles from './composer.module.css';

const { messagePriceMin: minPrice, messagePriceMax: maxPrice } = limits;

/** The validation error of a price; null when it is valid. */
export function validatePrice(typed: string): string | null {
  const amount = parseAmount(typed);
  if (amount === null) return 'Enter an amount, like 5 or 7.50.';
  return amount < minPrice || amount > maxPrice ? `Enter a price from ${shortTokens(minPrice)} to ${formatTokenCount(maxPrice)}.` : null;
}

function splitText(price: number, commissionRate: number): string {
  const { earning, commission } = splitPrice(price, commissionRate);
  return `You receive ${shortTokens(earning)} · site keeps ${shortTokens(commission)}`;
}

interface PriceFieldProps {
  typed: string;
  /** Null: the user is not shown what the performer receives. */
  commissionRate: number | null;
  /** Whether an empty price is reported as an error: after the first attempt to send. */
  showsErrors: boolean;
  onChange: (typed: string) => void;
  onRemove: () => void;
}

export function PriceField({ typed, commissionRate, showsErrors, onChange, onRemove }: PriceFieldProps) {
  const error = validatePrice(typed);
  return (
    <div className={styles.price}>
      <TextField
        label="Price in tokens"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={showsErrors || typed !== '' ? error : null}
        note={error === null && commissionRate !== null ? splitText(parseAmount(typed) ?? 0, commissionRate) : null}
        onChange={({ target }) => onChange(target.value)}
      />
      <IconButton label="Remove price" icon={<CloseIcon />} onPress={onRemove} />
    </div>
  );
}
