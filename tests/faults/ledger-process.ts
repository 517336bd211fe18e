/** A process that moves money without pause and says what was done, until it is killed: what the fault tests of the ledger start. */
import { realChance } from '../../server/kernel/random';
import { readConfig } from '../../server/kernel/config';
import { inTransaction, type Context } from '../../server/platform/context';
import { commissionAccount, earningsOf, gatewayAccount, walletOf } from '../../server/money/ledger/chart';
import { hold, post, release, settle } from '../../server/money/ledger/ledger';
import { reverse } from '../../server/money/ledger/reverse';
import { makeLogger } from '../../server/kernel/log';
import { openContext } from '../../server/open-context';

const [, , url = '', run = ''] = process.argv;
const atOnce = 8;

const { ctx } = await openContext(readConfig(process.env), url, { log: makeLogger('silent') });

/** One story of money: several commands, each in a transaction of its own, each acknowledged once it has committed. */
async function story(id: string): Promise<void> {
  const performer = earningsOf(`${run}/performer`);
  const wallet = walletOf(id);
  const say = async (key: string, count: number, work: (tx: Context, key: string) => Promise<{ transferId: string }>): Promise<string> => {
    const { transferId } = await inTransaction(ctx, (tx) => work(tx, `${id}/${key}`));
    process.send?.({ key: `${id}/${key}`, count });
    return transferId;
  };
  const pay = (cents: bigint) => [
    { account: wallet, cents: -cents },
    { account: performer, cents: (cents * 4n) / 5n },
    { account: commissionAccount, cents: cents / 5n },
  ];
  const filled = [
    { account: gatewayAccount('sandbox'), cents: -10_000n },
    { account: wallet, cents: 10_000n },
  ];
  await say('top-up', 1, (tx, key) => post(tx, { reason: 'top_up', subject: id, key, entries: filled }));
  const charge = await say('charge', 1, (tx, key) => post(tx, { reason: 'charge', subject: id, key, entries: pay(3_000n) }));
  await say('hold', 1, (tx, key) => hold(tx, { from: wallet, subject: id, cents: 2_000n, reason: 'show_hold', key }));
  // Both or none, as a cart is paid.
  await say('cart', 2, async (tx, key) => {
    await post(tx, { reason: 'charge', subject: id, key: `${key}/1`, entries: pay(500n) });
    return post(tx, { reason: 'charge', subject: id, key: `${key}/2`, entries: pay(1_000n) });
  });
  await say('minute', 1, (tx, key) => settle(tx, { subject: id, reason: 'show_minute', key, to: [{ account: performer, cents: 500n }] }));
  await say('refund', 1, (tx, key) => reverse(tx, { transferId: charge, reason: 'refund', key, cents: 777n }));
  await say('release', 1, (tx, key) => release(tx, { subject: id, reason: 'show_release', key, to: wallet, cents: 1_500n }));
}

process.send?.('ready');
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (;;) await story(`${run}/${realChance.id()}`);
  }),
);
