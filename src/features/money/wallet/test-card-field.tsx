/** The card field of a site without a gateway: it accepts the test cards, and rejects every other number without sending it. */
import { testCards } from '@contract/money/test-cards';
import { useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { invalidCardError } from './card-entry';
import type { CardEntry, TokenizedCard } from './card-entry';
import styles from './cards.module.css';

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const groupDigits = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

interface TestCardFieldProps {
  ref: Ref<CardEntry>;
  disabled?: boolean;
}

const rejection = 'Only test cards work here. Choose one below. Nothing was sent.';

export function TestCardField({ ref, disabled = false }: TestCardFieldProps) {
  const [number, setNumber] = useState('');
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const changeNumber = (text: string) => {
    setNumber(text);
    setError('');
  };
  useImperativeHandle(ref, () => ({
    tokenize: (): Promise<TokenizedCard> => {
      const card = testCards.find((testCard) => testCard.number === digitsOf(number));
      if (card) return Promise.resolve<TokenizedCard>({ token: card.token, display: card });
      const message = digitsOf(number) === '' ? 'Enter a test card number.' : rejection;
      setError(message);
      input.current?.focus();
      return Promise.reject(invalidCardError(message));
    },
  }));
  return (
    <div className={styles.entry}>
      <TextField
        ref={input}
        label="Card number"
        hint="Use a test card. No real money is charged on this site."
        inputMode="numeric"
        autoComplete="off"
        error={error}
        value={number}
        disabled={disabled}
        onChange={(event) => changeNumber(event.target.value)}
      />
      <details className={styles.tests}>
        <summary>Test cards</summary>
        <ul className={styles.testList}>
          {testCards.map((card) => (
            <li key={card.number} className={styles.test}>
              <span>
                <span className="figures">{groupDigits(card.number)}</span>
                <span className={styles.quiet}>{card.outcome}</span>
              </span>
              <Button
                size="small"
                disabled={disabled}
                aria-label={`Use ${groupDigits(card.number)}`}
                onPress={() => changeNumber(groupDigits(card.number))}
              >
                Use
              </Button>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
