/** Payout files that are tables: one for any bank or book-keeper, and the one that PayPal takes. */
import { csvText } from '../../kernel/csv';
import { amountText, plainId, type BatchFile, type BatchLine } from './batch-lines';

const columns = [
  'Payout',
  'Performer',
  'Amount',
  'Currency',
  'Holder',
  'IBAN',
  'Account number',
  'Routing',
  'SWIFT',
  'Bank',
  'Country',
  'Address',
  'Tax id',
  'PayPal',
];

const cellsOf = ({ payoutId, performer, amount_cents, destination }: BatchLine, currency: string): string[] => {
  const first = [payoutId, performer, amountText(amount_cents), currency];
  if (destination.method === 'paypal') return [...first, ...Array<string>(9).fill(''), destination.email];
  const { holder, iban, accountNumber, routing, swift, bankName, country, address, taxId } = destination;
  return [...first, holder, iban ?? '', accountNumber ?? '', routing ?? '', swift ?? '', bankName, country, address, taxId ?? '', ''];
};

/** One line for each payout, with all that is known of its account. */
export const tableFile = ({ lines, currency }: BatchFile): string =>
  csvText(
    columns,
    lines.map((line) => cellsOf(line, currency)),
  );

/** PayPal's examples have a comma in euros, and a full stop elsewhere. */
const paypalAmount = (cents: bigint, currency: string): string =>
  currency === 'EUR' ? `"${amountText(cents).replace('.', ',')}"` : amountText(cents);

/** As PayPal takes it: no heading, and one line each of address, amount, currency, our id, note and wallet. */
export const paypalFile = ({ lines, currency, siteName }: BatchFile): string =>
  lines
    .map(({ payoutId, amount_cents, destination }) => {
      if (destination.method !== 'paypal') throw new Error(`payout ${payoutId} goes to no PayPal account`);
      // PayPal takes 30 signs for the id, and quotation marks only around what holds a comma.
      const id = plainId(payoutId).slice(-30);
      const note = `Payout from ${siteName.replaceAll(/["\r\n,]/g, ' ')}`;
      return `${[destination.email, paypalAmount(amount_cents, currency), currency, id, note, 'PAYPAL'].join(',')}\r\n`;
    })
    .join('');
