/** Who is told what of accounts: applications, what operators decide, and whatever could be a stranger's doing, each caused through its endpoint. */
import { bank } from '../../../../tests/kit/money/bank';
import { mailedToken } from '../../../../tests/support/outbox';
import { password, signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../../tests/kit/people/people';
import type { Somebody } from '../../../../tests/support/subscriptions';
import { expectToldOnce, inboxOf, ownTab, type NamedScene, type Scene } from '../../../../tests/support/told';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });

const scenes: NamedScene[] = [
  [
    'a new application',
    () => {
      const scene: Scene = {
        act: async () => {
          const { id } = await signUpPerformer(world, undefined, 'pending');
          const link = `/admin/performers/${id}`;
          scene.told = [{ to: operator, type: 'verification', actor: { id }, text: 'wants to be a performer.', link }];
          return { status: 200 };
        },
        told: [],
        others: [],
      };
      return Promise.resolve(scene);
    },
  ],
  [
    'new documents',
    async () => {
      const performer = await signUpPerformer(world, undefined, 'pending');
      const upload = async () =>
        world.call(
          'POST /performers/documents/upload',
          { body: { type: 'idVerification' }, files: { file: await somePicture() } },
          as(performer),
        );
      const link = `/admin/performers/${performer.id}`;
      return {
        act: upload,
        told: [{ to: operator, type: 'verification', actor: performer, text: 'handed in new documents.', link }],
        others: [performer],
      };
    },
  ],
  ...(['approved', 'rejected'] as const).map((decision): [string, () => Promise<Scene>] => [
    `documents that are ${decision}`,
    async () => {
      const performer = await signUpPerformer(world, undefined, 'pending');
      const body = decision === 'approved' ? { decision } : { decision, note: 'It cannot be read.' };
      const decide = () => world.call('POST /admin/performers/:id/verification', { params: { id: performer.id }, body }, as(operator));
      const [text, link] = {
        approved: ['Your documents were approved. You can publish now.', `/${performer.id}`],
        rejected: ['Your documents were not approved.', '/creator/account?section=documents'],
      }[decision] as [string, string];
      return { act: decide, again: decide, told: [{ to: performer, type: 'verification', text, link }], others: [] };
    },
  ]),
  [
    'another commission',
    async () => {
      const performer = await signUpPerformer(world);
      const set = () =>
        world.call('PUT /admin/performers/:id/commission', { params: { id: performer.id }, body: { rate: 0.125 } }, as(operator));
      const text = 'The site keeps 12.5 % of what you sell from now on.';
      return { act: set, again: set, told: [{ to: performer, type: 'payout', text, link: ownTab(performer, 'earnings') }], others: [] };
    },
  ],
  [
    'a sign-in from a new device',
    async () => {
      const [fan, other] = [await signUpFan(world), await signUpFan(world)];
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      const signIn = (words: string) => world.call('POST /auth/login', { body: { username: fan.username, password: words } }, { headers });
      const text = 'A new device signed in to your account: Firefox on Linux.';
      return {
        act: () => signIn(password),
        again: () => signIn(password),
        refused: () => signIn('wrong'),
        told: [{ to: fan, type: 'security', text, link: '/user/account?section=sessions' }],
        others: [other],
      };
    },
  ],
  [
    'another password',
    async () => {
      const [performer, other] = [await signUpPerformer(world), await signUpFan(world)];
      const change = (currentPassword: string) =>
        world.call('PUT /auth/users/me/password', { body: { password: 'quite another horse', currentPassword } }, as(performer));
      return {
        act: () => change(password),
        refused: () => change('wrong'),
        told: [{ to: performer, type: 'security', text: 'Your password was changed.', link: '/creator/account?section=password' }],
        others: [other],
      };
    },
  ],
  [
    'other payout details',
    async () => {
      const performer = await signUpPerformer(world);
      const params = { id: performer.id };
      const link = '/creator/account?section=payout-method';
      return {
        act: () => world.call('PUT /performers/:id/banking-settings', { params, body: bank }, as(performer)),
        refused: () => world.call('PUT /performers/:id/banking-settings', { params, body: { ...bank, country: 'XX' } }, as(performer)),
        told: [{ to: performer, type: 'security', text: 'Your payout details were changed.', link }],
        others: [],
      };
    },
  ],
  [
    'another email address, once it is confirmed',
    async () => {
      const fan = await signUpFan(world);
      const email = `new-${fan.email}`;
      const change = (currentPassword: string) => world.call('PUT /users', { body: { email, currentPassword } }, as(fan));
      const text = 'The email address of your account was changed.';
      return {
        refused: () => change('wrong'),
        act: async () => {
          await change(password);
          expect((await inboxOf(world, fan)).filter(({ type }) => type === 'security')).toEqual([]);
          return world.call('POST /auth/email-verification/confirm', { body: { token: await mailedToken(world, email, 'verify-email') } });
        },
        told: [{ to: fan, type: 'security', text, link: '/user/account?section=profile' }],
        others: [],
      };
    },
  ],
  ...(['fan', 'performer'] as const).map((kind): [string, () => Promise<Scene>] => [
    `another email address that an operator gives a ${kind}`,
    async () => {
      const somebody = kind === 'fan' ? await signUpFan(world) : await signUpPerformer(world);
      const body = { email: `given-${somebody.email}` };
      const name = kind === 'fan' ? 'PUT /admin/users/:id' : 'PUT /admin/performers/:id';
      const link = kind === 'fan' ? '/user/account?section=profile' : '/creator/account?section=profile';
      const change = () => world.call(name, { params: { id: somebody.id }, body }, as(operator));
      return {
        act: change,
        again: change,
        told: [{ to: somebody, type: 'security', text: 'The email address of your account was changed.', link }],
        others: [],
      };
    },
  ]),
];

describe('people are told once, and nobody else, of', () => {
  test.each(scenes)('%s', async (_what, prepare) => {
    await expectToldOnce(world, operator, await prepare());
  });
});
