/** Names that would deceive readers: rejected where they are entered, and harmless where older accounts have them. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { notifications } from '@server/platform/db/schema/notifications';
import { notify } from '@server/people/notifications/notify';
import { notificationSentence } from '@server/platform/notification-texts';
import { english } from '@server/platform/languages/languages';
import { say } from '@server/platform/languages/messages';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const deceptiveNames = ['snekot 01\u202e', 'Ada\u3164', 'A\u200bda', 'Ada ✓', 'Ada ☑️', '\u3164'];

test('a deceptive name is rejected wherever it is entered', async () => {
  const [fan, performer, operator] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)];
  const rejection = { statusCode: 400, error: 'invalid_request', issues: [{ path: 'name' }] };
  for (const name of deceptiveNames) {
    const email = `${testHost.ctx.random.id()}@example.com`;
    for (const { errorBody } of [
      await testHost.call('POST /auth/users/register', { body: { username: 'deceiver', email, password, name } }),
      await testHost.call('PUT /users', { body: { name } }, { token: fan.token }),
      await testHost.call('PUT /performers/:id', { params: { id: performer.id }, body: { name } }, { token: performer.token }),
      await testHost.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { name } }, { token: operator.token }),
      await testHost.call('POST /contact', { body: { name, email, message: 'A message that is long enough.' } }),
    ])
      expect(errorBody).toMatchObject(rejection);
  }
  const { errorBody } = await testHost.call('PUT /users', { body: { firstName: 'A\u202eda', lastName: 'B ✔' } }, { token: fan.token });
  expect(errorBody.issues?.map(({ path }) => path)).toEqual(['firstName', 'lastName']);
});

test('the name of an older account is shown without invisible characters', async () => {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const rename = (name: string) => testHost.ctx.db.update(accounts).set({ name }).where(eq(accounts.id, fan.id));
  await inTransaction(testHost.ctx, (tx) =>
    notify(tx, performer.id, { type: 'tip', actorId: fan.id, text: 'sent you a tip of 10 tokens.', link: '/', event: 'tip:old' }),
  );
  const text = 'sent you a tip of 10 tokens: “\u202eold”';
  await testHost.ctx.db.update(notifications).set({ text }).where(eq(notifications.accountId, performer.id));
  const shown = async () => {
    const { data } = await testHost.call('GET /notifications', { query: {} }, { token: performer.token });
    return data.data.map(({ actor, text }) => `${actor?.name ?? ''} ${text}`);
  };
  await rename('snekot 01\u202e');
  expect(await shown()).toEqual(['snekot 01 sent you a tip of 10 tokens: “old”']);
  await rename('\u3164');
  expect(await shown()).toEqual([`${fan.username} sent you a tip of 10 tokens: “old”`]);
  expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.name).toBe(fan.username);
});

test('a name in the opposite writing direction is isolated in sentences of mails and push messages', () => {
  expect(say`${'سارا'} sent ${'10'}`(english)).toBe('\u2068سارا\u2069 sent 10');
  expect(say`${'سارا'} sent ${'10'}`({ ...english, name: 'ar' })).toBe('سارا sent 10');
  expect(notificationSentence('סרה', { text: 'sent you 10 tokens.', count: 1 })(english)).toBe('\u2068סרה\u2069 sent you 10 tokens.');
});
