/** Notifications about accounts: applications, operator decisions and security events, each triggered through its endpoint. */
import { bankAccount } from '../../../../tests/kit/money/bank';
import { mailedToken } from '../../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../../tests/kit/people/people';
import type { TestPerson } from '../../../../tests/kit/money/subscriptions';
import {
  expectNotifiedOnce,
  notificationInboxOf,
  ownTab,
  type NamedNotificationCase,
  type NotificationCase,
} from '../../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });

const cases: NamedNotificationCase[] = [
  [
    'a new application',
    () => {
      const notificationCase: NotificationCase = {
        act: async () => {
          const { id } = await signUpPerformer(testHost, undefined, 'pending');
          const link = `/admin/performers/${id}`;
          notificationCase.expected = [{ to: operator, type: 'verification', actor: { id }, text: 'applied to become a creator.', link }];
          return { status: 200 };
        },
        expected: [],
        others: [],
      };
      return Promise.resolve(notificationCase);
    },
  ],
  [
    'new documents',
    async () => {
      const performer = await signUpPerformer(testHost, undefined, 'pending');
      const upload = async () =>
        testHost.call(
          'POST /performers/documents/upload',
          { body: { type: 'idVerification' }, files: { file: await sampleImage() } },
          as(performer),
        );
      const link = `/admin/performers/${performer.id}`;
      return {
        act: upload,
        expected: [{ to: operator, type: 'verification', actor: performer, text: 'submitted new documents.', link }],
        others: [performer],
      };
    },
  ],
  ...(['approved', 'rejected'] as const).map((decision): [string, () => Promise<NotificationCase>] => [
    `documents that are ${decision}`,
    async () => {
      const performer = await signUpPerformer(testHost, undefined, 'pending');
      const body = decision === 'approved' ? { decision } : { decision, note: 'It cannot be read.' };
      const decide = () => testHost.call('POST /admin/performers/:id/verification', { params: { id: performer.id }, body }, as(operator));
      const [text, link] = {
        approved: ['Your identity is verified. You can start posting.', `/${performer.id}`],
        rejected: ['We couldn’t approve your documents.', '/creator/account?section=documents'],
      }[decision] as [string, string];
      return { act: decide, again: decide, expected: [{ to: performer, type: 'verification', text, link }], others: [] };
    },
  ]),
  [
    'a changed commission',
    async () => {
      const performer = await signUpPerformer(testHost);
      const set = () =>
        testHost.call('PUT /admin/performers/:id/commission', { params: { id: performer.id }, body: { rate: 0.125 } }, as(operator));
      const text = 'The site’s commission on new sales is now 12.5%.';
      return { act: set, again: set, expected: [{ to: performer, type: 'payout', text, link: ownTab(performer, 'earnings') }], others: [] };
    },
  ],
  [
    'a sign-in from a new device',
    async () => {
      const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      const signIn = (suppliedPassword: string) =>
        testHost.call('POST /auth/login', { body: { username: fan.username, password: suppliedPassword } }, { headers });
      const text = 'A new device logged in to your account: Firefox on Linux.';
      return {
        act: () => signIn(password),
        again: () => signIn(password),
        rejected: () => signIn('wrong'),
        expected: [{ to: fan, type: 'security', text, link: '/user/account?section=sessions' }],
        others: [other],
      };
    },
  ],
  [
    'a changed password',
    async () => {
      const [performer, other] = [await signUpPerformer(testHost), await signUpFan(testHost)];
      const change = (currentPassword: string) =>
        testHost.call('PUT /auth/users/me/password', { body: { password: 'quite another horse', currentPassword } }, as(performer));
      return {
        act: () => change(password),
        rejected: () => change('wrong'),
        expected: [{ to: performer, type: 'security', text: 'Your password was changed.', link: '/creator/account?section=password' }],
        others: [other],
      };
    },
  ],
  [
    'changed payout details',
    async () => {
      const performer = await signUpPerformer(testHost);
      const params = { id: performer.id };
      const link = '/creator/account?section=payout-method';
      return {
        act: () => testHost.call('PUT /performers/:id/banking-settings', { params, body: bankAccount }, as(performer)),
        rejected: () =>
          testHost.call('PUT /performers/:id/banking-settings', { params, body: { ...bankAccount, country: 'XX' } }, as(performer)),
        expected: [{ to: performer, type: 'security', text: 'Your payout details were changed.', link }],
        others: [],
      };
    },
  ],
  [
    'a changed email address, once it is confirmed',
    async () => {
      const fan = await signUpFan(testHost);
      const email = `new-${fan.email}`;
      const change = (currentPassword: string) => testHost.call('PUT /users', { body: { email, currentPassword } }, as(fan));
      const text = 'The email address on your account was changed.';
      return {
        rejected: () => change('wrong'),
        act: async () => {
          await change(password);
          expect((await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'security')).toEqual([]);
          return testHost.call('POST /auth/email-verification/confirm', {
            body: { token: await mailedToken(testHost, email, 'verify-email') },
          });
        },
        expected: [{ to: fan, type: 'security', text, link: '/user/account?section=profile' }],
        others: [],
      };
    },
  ],
  ...(['fan', 'performer'] as const).map((kind): [string, () => Promise<NotificationCase>] => [
    `a new email address that an operator sets for a ${kind}`,
    async () => {
      const person = kind === 'fan' ? await signUpFan(testHost) : await signUpPerformer(testHost);
      const body = { email: `given-${person.email}` };
      const name = kind === 'fan' ? 'PUT /admin/users/:id' : 'PUT /admin/performers/:id';
      const link = kind === 'fan' ? '/user/account?section=profile' : '/creator/account?section=profile';
      const change = () => testHost.call(name, { params: { id: person.id }, body }, as(operator));
      return {
        act: change,
        again: change,
        expected: [{ to: person, type: 'security', text: 'The email address on your account was changed.', link }],
        others: [],
      };
    },
  ]),
];

describe('the people concerned, and no one else, are notified once of', () => {
  test.each(cases)('%s', async (_what, prepare) => {
    await expectNotifiedOnce(testHost, operator, await prepare());
  });
});
