/** CSV payout files: a general one for banks and accountants, and one for PayPal's mass payments. */
import { csvText } from '../../kernel/csv';
import { amountText, compactId, type BatchFile, type BatchLine } from './batch-lines';

const columns = [
  'Payout',
  'Creator',
  'Amount',
  'Currency',
  'Account holder',
  'IBAN',
  'Account number',
  'Routing number',
  'SWIFT',
  'Bank',
  'Country',
  'Address',
  'Tax ID',
  'PayPal',
];

const cellsOf = ({ payoutId, performer, amount_cents, destination }: BatchLine, currency: string): string[] => {
  const first = [payoutId, performer, amountText(amount_cents), currency];
  if (destination.method === 'paypal') return [...first, ...Array<string>(9).fill(''), destination.email];
  const { holder, iban, accountNumber, routing, swift, bankName, country, address, taxId } = destination;
  return [...first, holder, iban ?? '', accountNumber ?? '', routing ?? '', swift ?? '', bankName, country, address, taxId ?? '', ''];
};

/** One line per payout, with all account details. */
export const tableFile = ({ lines, currency }: BatchFile): string =>
  csvText(
    columns,
    lines.map((line) => cellsOf(line, currency)),
  );

/** PayPal's examples use a decimal comma for euros, and a decimal point otherwise. */
const paypalAmount = (cents: bigint, currency: string): string =>
  currency === 'EUR' ? `"${amountText(cents).replace('.', ',')}"` : amountText(cents);

/** PayPal's format: no header; each line has recipient, amount, currency, our id, note and wallet. */
export const paypalFile = ({ lines, currency, siteName }: BatchFile): string =>
  lines
    .map(({ payoutId, amount_cents, destination }) => {
      if (destination.method !== 'paypal') throw new Error(`payout ${payoutId} has no PayPal account`);
      // PayPal accepts 30 characters for the id, and quotation marks only around values with a comma.
      const id = compactId(payoutId).slice(-30);
      const note = `Payout from ${siteName.replaceAll(/["\r\n,]/g, ' ')}`;
      return `${[destination.email, paypalAmount(amount_cents, currency), currency, id, note, 'PAYPAL'].join(',')}\r\n`;
    })
    .join('');
