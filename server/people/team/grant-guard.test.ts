/** Nobody reaches rights that she was not given by way of a colleague, nor decides about her own money. */
import { eq } from 'drizzle-orm';
import { allRights, type Bundle, type Right } from '@contract/kernel/rights';
import { accounts, auditLog, mails, teamMembers } from '@server/platform/db/schema/schema';
import { notifyOperators } from '../notifications/notifications';
import { inTransaction } from '../../platform/context';
import { mailedToken } from '../../../tests/support/outbox';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let owner: { token: string; id: string; email: string };
let support: { token: string; id: string; email: string };

const give = (accountId: string, grant: { bundle: Bundle | null; rights?: Right[] }) =>
  world.ctx.db
    .update(teamMembers)
    .set({ rights: [], ...grant })
    .where(eq(teamMembers.accountId, accountId));

beforeAll(async () => {
  world = await openWorld();
  [owner, support] = [await signUpOperator(world), await signUpOperator(world)];
  await give(support.id, {
    bundle: null,
    rights: ['people.change', 'people.suspend', 'people.read', 'papers.decide', 'mails.read', 'commission.change'],
  });
});
afterAll(() => world.close());

const change = (id: string, body: object) => world.call('PUT /admin/users/:id', { params: { id }, body }, { token: support.token });
const refused = async (answer: Promise<{ refusal?: { error: string } }>): Promise<string | undefined> => (await answer).refusal?.error;

describe('the account of a colleague who may do more', () => {
  test('is not changed, suspended, restored or signed out', async () => {
    const entries = await world.ctx.db.$count(auditLog);
    const params = { id: owner.id };
    const by = { token: support.token };
    for (const refusal of [
      await refused(change(owner.id, { email: 'mine@example.com' })),
      await refused(world.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Mine' } }, by)),
      await refused(world.call('POST /admin/users/:id/restore', { params }, by)),
      await refused(world.call('DELETE /admin/users/:id/sessions', { params }, by)),
      await refused(world.call('POST /admin/users/:id/two-factor/reset', { params }, by)),
    ])
      expect(refusal).toBe('stronger_operator');
    expect(await world.ctx.db.$count(auditLog)).toBe(entries);
  });

  test('nor is her page as a performer', async () => {
    const performer = await signUpPerformer(world);
    await world.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, performer.id));
    const now = world.clock.now();
    await world.ctx.db.insert(teamMembers).values({ accountId: performer.id, bundle: 'finance', createdAt: now, updatedAt: now });
    const params = { id: performer.id };
    const by = { token: support.token };
    for (const refusal of [
      await refused(world.call('PUT /admin/performers/:id', { params, body: { email: 'mine@example.com' } }, by)),
      await refused(world.call('POST /admin/performers/:id/verification', { params, body: { decision: 'approved' } }, by)),
      await refused(world.call('PUT /admin/performers/:id/commission', { params, body: { rate: 0 } }, by)),
      await refused(world.call('PUT /admin/performers/:id/clearing', { params, body: { days: 0 } }, by)),
    ])
      expect(refusal).toBe('stronger_operator');
  });

  test('is within reach of who may do as much', async () => {
    const equal = await signUpOperator(world);
    await give(equal.id, { bundle: null, rights: ['people.read'] });
    expect((await change(equal.id, { country: 'PT' })).status).toBe(200);
  });

  test('an own list of every right is less than an owner, who has the later ones too', async () => {
    const listed = await signUpOperator(world);
    await give(listed.id, { bundle: null, rights: [...allRights] });
    const answer = world.call('PUT /admin/users/:id', { params: { id: owner.id }, body: { country: 'PT' } }, { token: listed.token });
    expect(await refused(answer)).toBe('stronger_operator');
  });

  test('keeps the links of her mails to herself', async () => {
    await world.call('POST /auth/users/forgot', { body: { email: owner.email } });
    const [mail] = await world.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, owner.email));
    const read = (token: string) => world.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token });
    expect(await refused(read(support.token))).toBe('stronger_operator');
    expect((await read(owner.token)).status).toBe(200);
  });

  test('nor do they open to others when the address is hers no more, whoever changed it', async () => {
    const [moved, given] = [await signUpOperator(world), await signUpOperator(world)];
    const change = { email: 'moved-on@example.com', currentPassword: password };
    await world.call('PUT /users', { body: change }, { token: moved.token });
    await world.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(world, change.email, 'verify-email') } });
    const body = { email: 'given@example.com', isEmailVerified: true };
    await world.call('PUT /admin/users/:id', { params: { id: given.id }, body }, { token: owner.token });
    for (const { email } of [moved, given]) {
      const [mail] = await world.ctx.db.select({ id: mails.id }).from(mails).where(eq(mails.to, email));
      const read = world.call('GET /admin/mails/:id', { params: { id: mail?.id ?? '' } }, { token: support.token });
      expect(await refused(read)).toBe('stronger_operator');
    }
  });
});

describe('the role of an operator', () => {
  test('is given and taken by those alone who change the team, and comes without rights', async () => {
    const fan = await signUpFan(world);
    expect(await refused(change(fan.id, { role: 'operator' }))).toBe('right_missing');
    const made = await world.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { role: 'operator' } }, { token: owner.token });
    expect(made.data.role).toBe('operator');
    expect(await world.ctx.db.select().from(teamMembers).where(eq(teamMembers.accountId, fan.id))).toMatchObject([
      { bundle: null, rights: [] },
    ]);
    expect(await refused(change(fan.id, { role: 'user' }))).toBe('right_missing');
    await world.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { role: 'user' } }, { token: owner.token });
    expect(await world.ctx.db.$count(teamMembers, eq(teamMembers.accountId, fan.id))).toBe(0);
  });

  test('opens nothing beyond the rights: papers, orders and private parts stay shut', async () => {
    const performer = await signUpPerformer(world, undefined, 'pending');
    const weak = await signUpOperator(world);
    await give(weak.id, { bundle: null, rights: ['people.read'] });
    const papers = await world.call('GET /admin/performers/:id', { params: { id: performer.id } }, { token: weak.token });
    expect(papers.data.documents.map(({ file }) => file.url)).toEqual([null, null]);
    expect(await world.ctx.db.$count(auditLog, eq(auditLog.actorId, weak.id))).toBe(0);
    await give(weak.id, { bundle: null, rights: [] });
    const page = world.call('GET /performers/:id', { params: { id: performer.id } }, { token: weak.token });
    expect(await refused(page)).toBe('performer_not_found');
    const me = await world.call('GET /users/me', {}, { token: weak.token });
    expect(me.data.rights).toEqual([]);
    expect((await world.call('GET /users/me', {}, { token: owner.token })).data.rights).toContain('team.change');
  });

  test('brings news of what the right is for', async () => {
    const deaf = await signUpOperator(world);
    await give(deaf.id, { bundle: 'finance' });
    const told = {
      type: 'report' as const,
      actorId: null,
      text: 'Somebody wrote through the contact form.',
      link: '/admin',
      event: 'report:a',
    };
    await inTransaction(world.ctx, (tx) => notifyOperators(tx, 'reports.decide', told));
    const heard = async (token: string) => (await world.call('GET /notifications', {}, { token })).data.data.map(({ type }) => type);
    expect(await heard(owner.token)).toContain('report');
    expect(await heard(deaf.token)).not.toContain('report');
  });
});
