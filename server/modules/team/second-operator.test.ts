/** What takes two operators, on a site that has one: it waits, is decided alone in the end, and the log says so. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { auditLog } from '@server/platform/db/schema/schema';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { published } from '../../../tests/kit/content/published-item';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: Awaited<ReturnType<typeof signUpOperator>>;
beforeEach(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterEach(() => world.close());

const wait = (seconds: number) => world.clock.advance({ seconds });
/** Sessions do not last as long as the waiting. */
const again = async (): Promise<void> => {
  operator.token = (await world.call('POST /auth/login', { body: { username: operator.username, password } })).data.token;
};
const noted = async (action: string) =>
  (await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, action))).map(({ after }) => after);

test('the only operator approves a correction of their own after three days, and not while a colleague could', async () => {
  const fan = await signUpFan(world);
  const body = { personId: fan.id, amount: 12.5, reason: 'Charged twice' };
  const { data: proposed } = await world.call('POST /admin/ledger/adjustments', { body }, operator);
  const approve = () => world.call('POST /admin/ledger/adjustments/:id/approve', { params: { id: proposed._id } }, operator);
  expect(proposed.aloneFrom).toBe(new Date(Date.parse(proposed.createdAt) + limits.aloneAfter_s * 1000).toISOString());
  expect((await approve()).refusal).toMatchObject({ error: 'same_operator', message: expect.stringContaining('decide alone') as string });
  wait(limits.aloneAfter_s + 1);
  await again();
  const colleague = await signUpOperator(world);
  expect((await approve()).refusal.error).toBe('same_operator');
  const { data: listed } = await world.call('GET /admin/ledger/adjustments/search', {}, operator);
  expect(listed.data[0]).toMatchObject({ isOwn: true, aloneFrom: null });
  await world.call('DELETE /admin/team/:id', { params: { id: colleague.id } }, operator);
  expect((await approve()).status).toBe(200);
  expect(await noted('adjustments.approved')).toMatchObject([{ decidedAlone: true }]);
});

test('and on an appeal against their own decision', async () => {
  const ada = await signUpPerformer(world);
  const params = { type: 'feeds' as const, id: await published(world, ada) };
  await world.call('POST /admin/content/:type/:id/hide', { params, body: { reason: 'Against the rules' } }, operator);
  const link = (await inboxOf(world, ada)).find(({ type }) => type === 'moderation')?.link ?? '';
  const text = 'This is my own work, and nobody else is on it.';
  await world.call('POST /appeals', { body: { decisionId: link.replace('/decisions/', ''), text } }, ada);
  const open = async () => (await world.call('GET /admin/appeals/search', { query: { status: 'open' } }, operator)).data.data[0];
  const id = (await open())?._id ?? '';
  const decide = () =>
    world.call('POST /admin/appeals/:id/decide', { params: { id }, body: { decision: 'lifted', note: 'We looked again.' } }, operator);
  expect((await decide()).refusal.error).toBe('same_operator');
  wait(limits.aloneAfter_s + 1);
  await again();
  expect(Date.parse((await open())?.aloneFrom ?? '')).toBeLessThan(world.clock.now().getTime());
  expect((await decide()).data.status).toBe('lifted');
  expect(await noted('appeals.decide')).toMatchObject([{ decidedAlone: true }]);
});
