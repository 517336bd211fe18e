/** The least that could move money: one prepared statement that takes from a row, gives to another and notes it. */
import type pg from 'pg';
import { realChance } from '../../../server/kernel/random';

/** How many pay, and as many are paid. */
export const many = 1000;

const least = {
  name: 'least',
  text: `
    with taken as (update bench.accounts set cents = cents - $3 where id = $1 returning id),
    given as (update bench.accounts set cents = cents + $3 where id = $2 returning id)
    insert into bench.transfers (payer, payee, cents) select taken.id, given.id, $3 from taken, given`,
};

/** Moves a cent from anybody to anybody. */
export const leastTransfer = (pool: pg.Pool): Promise<unknown> =>
  pool.query({ ...least, values: [realChance.below(many), many + realChance.below(many), 1] });
