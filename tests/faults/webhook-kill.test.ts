/** A webhook delivery whose worker is killed before the response: it is sent again, and the receiver can recognize it by its id. */
import { inTransaction } from '@server/platform/context';
import { sweepDeliveries } from '@server/site/webhooks/deliver';
import { emitWebhook } from '@server/platform/webhooks/emit';
import { eventually } from '../kit/timing/eventually';
import { signUpOperator } from '../kit/people/people';
import { openWebhookStandIn, type WebhookStandIn } from '../kit/stand-ins/webhook';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let testHost: TestHost;
let receiver: WebhookStandIn;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  receiver = await openWebhookStandIn();
  testHost = await openTestHost({ WEBHOOK_ORIGIN: receiver.origin });
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await testHost.close();
  await receiver.close();
});

const startTestWorker = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(testHost.databaseUrl, testHost.ctx.config, { WEBHOOK_ORIGIN: receiver.origin });
  workers.push(worker);
  return worker;
};

test('a delivery whose worker is killed is sent by the next one, with the same id', async () => {
  const { token } = await signUpOperator(testHost);
  const body = { url: receiver.url, events: ['contact.received' as const] };
  await testHost.call('POST /admin/webhooks', { body }, { token });
  const deliveries = async () => (await testHost.call('GET /admin/webhooks/deliveries/search', {}, { token })).data.data;

  receiver.respondWith('nothing');
  const worker = await startTestWorker();
  await inTransaction(testHost.ctx, (tx) => emitWebhook(tx, 'contact.received', { messageId: tx.random.id() }));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await worker.kill();
  expect(await deliveries()).toMatchObject([{ state: 'pending', tries: 0 }]);

  receiver.respondWith(204);
  // The delivery has been unattempted for so long that its job counts as lost.
  testHost.clock.advance({ minutes: 6 });
  await sweepDeliveries(testHost.ctx);
  await startTestWorker();
  await eventually(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 1 }]));
  const [first, second, ...furtherDeliveries] = receiver.received;
  expect(furtherDeliveries).toEqual([]);
  expect(second).toMatchObject({ delivery: first?.delivery, body: first?.body });
});
