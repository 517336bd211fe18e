/** The least work that moves money: one prepared statement that debits a row, credits another one and records the transfer. */
import type pg from 'pg';
import { realRandom } from '../../../server/kernel/random';

/** The number of payers, and of payees. */
export const partyCount = 1000;

const statement = {
  name: 'minimal-transfer',
  text: `
    with debited as (update bench.accounts set cents = cents - $3 where id = $1 returning id),
    credited as (update bench.accounts set cents = cents + $3 where id = $2 returning id)
    insert into bench.transfers (payer, payee, cents) select debited.id, credited.id, $3 from debited, credited`,
};

/** Transfers a cent from a random payer to a random payee. */
export const minimalTransfer = (pool: pg.Pool): Promise<unknown> =>
  pool.query({ ...statement, values: [realRandom.below(partyCount), partyCount + realRandom.below(partyCount), 1] });
