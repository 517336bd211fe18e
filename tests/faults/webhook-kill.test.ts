/** A message to another program whose worker is killed before the answer: it is sent again, and its receiver knows it by its id. */
import { inTransaction } from '@server/platform/context';
import { sweepDeliveries } from '@server/site/webhooks/deliver';
import { raise } from '@server/platform/webhooks/emit';
import { eventually } from '../kit/timing/eventually';
import { signUpOperator } from '../kit/people/people';
import { openWebhookStandIn, type WebhookStandIn } from '../kit/stand-ins/webhook';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openWorld, type World } from '../kit/host/test-host';

const patience_ms = 30_000;

let world: World;
let receiver: WebhookStandIn;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  receiver = await openWebhookStandIn();
  world = await openWorld({ WEBHOOK_ORIGIN: receiver.origin });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await world.close();
  await receiver.close();
});

const work = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(world.databaseUrl, world.ctx.config, { WEBHOOK_ORIGIN: receiver.origin });
  workers.push(worker);
  return worker;
};

test('a message whose worker is killed on the way arrives by the next one, under the same id', async () => {
  const { token } = await signUpOperator(world);
  const body = { url: receiver.url, events: ['contact.received' as const] };
  await world.call('POST /admin/webhooks', { body }, { token });
  const deliveries = async () => (await world.call('GET /admin/webhooks/deliveries/search', {}, { token })).data.data;

  receiver.answerWith('nothing');
  const worker = await work();
  await inTransaction(world.ctx, (tx) => raise(tx, 'contact.received', { messageId: tx.chance.id() }));
  await eventually(() => expect(receiver.received).toHaveLength(1), patience_ms);
  await worker.kill();
  expect(await deliveries()).toMatchObject([{ state: 'pending', tries: 0 }]);

  receiver.answerWith(204);
  // Nobody has tried it for so long that its job must be lost.
  world.clock.advance({ minutes: 6 });
  await sweepDeliveries(world.ctx);
  await work();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1 }]), patience_ms);
  const [first, second, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(second).toMatchObject({ delivery: first?.delivery, body: first?.body });
}, 90_000);
