/** A process that posts to the ledger continuously and acknowledges each command, until the ledger's fault test kills it. */
import { realRandom } from '../../../server/kernel/random';
import { readConfig } from '../../../server/kernel/config';
import { inTransaction, type Context } from '../../../server/platform/context';
import { commissionAccount, earningsOf, gatewayAccount, walletOf } from '../../../server/money/ledger/chart';
import { hold, post, release, settle } from '../../../server/money/ledger/ledger';
import { reverse } from '../../../server/money/ledger/reverse';
import { makeLogger } from '../../../server/kernel/log';
import { openContext } from '../../../server/open-context';

const [, , url = '', run = ''] = process.argv;
const concurrency = 8;

const { ctx } = await openContext(readConfig(process.env), url, { log: makeLogger('silent') });

/** One sequence of commands; each runs in a separate transaction and is acknowledged once it has committed. */
async function runCommands(id: string): Promise<void> {
  const performer = earningsOf(`${run}/performer`);
  const wallet = walletOf(id);
  const runCommand = async (
    key: string,
    count: number,
    work: (tx: Context, key: string) => Promise<{ transferId: string }>,
  ): Promise<string> => {
    const { transferId } = await inTransaction(ctx, (tx) => work(tx, `${id}/${key}`));
    process.send?.({ key: `${id}/${key}`, count });
    return transferId;
  };
  const chargeEntries = (cents: bigint) => [
    { account: wallet, cents: -cents },
    { account: performer, cents: (cents * 4n) / 5n },
    { account: commissionAccount, cents: cents / 5n },
  ];
  const topUpEntries = [
    { account: gatewayAccount('sandbox'), cents: -10_000n },
    { account: wallet, cents: 10_000n },
  ];
  await runCommand('top-up', 1, (tx, key) => post(tx, { reason: 'top_up', subject: id, key, entries: topUpEntries }));
  const charge = await runCommand('charge', 1, (tx, key) =>
    post(tx, { reason: 'charge', subject: id, key, entries: chargeEntries(3_000n) }),
  );
  await runCommand('hold', 1, (tx, key) => hold(tx, { from: wallet, subject: id, cents: 2_000n, reason: 'show_hold', key }));
  // Both transfers or none, as in the payment of a cart.
  await runCommand('cart', 2, async (tx, key) => {
    await post(tx, { reason: 'charge', subject: id, key: `${key}/1`, entries: chargeEntries(500n) });
    return post(tx, { reason: 'charge', subject: id, key: `${key}/2`, entries: chargeEntries(1_000n) });
  });
  await runCommand('minute', 1, (tx, key) =>
    settle(tx, { subject: id, reason: 'show_minute', key, to: [{ account: performer, cents: 500n }] }),
  );
  await runCommand('refund', 1, (tx, key) => reverse(tx, { transferId: charge, reason: 'refund', key, cents: 777n }));
  await runCommand('release', 1, (tx, key) => release(tx, { subject: id, reason: 'show_release', key, to: wallet, cents: 1_500n }));
}

process.send?.('ready');
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    for (;;) await runCommands(`${run}/${realRandom.id()}`);
  }),
);
