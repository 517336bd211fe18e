/** What payments write to the payer. */
import type { Context } from '../../context';
import type { Payment } from './rows';

export async function sendReceipt(tx: Context, payment: Payment): Promise<void> {
  await Promise.resolve([tx, payment]);
}
