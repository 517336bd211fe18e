import { admit } from './decide-access';
import { fan, operator, performer } from '../../../tests/kit/answers/accounts';

const show = { kind: 'show' };
const move = (to: string) => ({ kind: 'move', to });

test('everybody sees an open page', () => {
  for (const viewer of [null, fan(), performer(), operator()]) expect(admit({ access: 'open' }, viewer, '/explore')).toEqual(show);
});

test('who works for a performer sees what names one of her rights, and nothing else of the site', () => {
  const { _id, username, name, avatar, isPerformer } = fan();
  const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
  const viewer = performer({ helper: { person, rights: ['content'] } });
  for (const helper of ['content', 'any'] as const)
    expect(admit({ access: 'performer', helper, standIn: () => '/elsewhere' }, viewer, '/creator/content')).toEqual(show);
  for (const access of ['open', 'guest', 'login', 'fan', 'performer', 'operator'] as const)
    expect(admit({ access, forbidsRedirect: true }, viewer, '/wallet')).toEqual({ kind: 'beyondHelp' });
  const idle = performer({ helper: { person, rights: [] } });
  expect(admit({ access: 'performer', helper: 'content' }, idle, '/creator/content')).toEqual({ kind: 'beyondHelp' });
});

test.each(['login', 'fan', 'performer', 'operator'] as const)(
  'a guest on a page marked %s goes to sign-in and comes back afterwards',
  (access) => {
    expect(admit({ access }, null, '/user/account?section=privacy')).toEqual(
      move('/auth/login?next=%2Fuser%2Faccount%3Fsection%3Dprivacy'),
    );
  },
);

test('signed-in people on a page for guests land by role, or where they wanted to go', () => {
  expect(admit({ access: 'guest' }, fan(), '/')).toEqual(move('/home'));
  expect(admit({ access: 'guest' }, performer(), '/auth/login')).toEqual(move('/ada'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=/explore?gender=male')).toEqual(move('/explore?gender=male'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=https://evil.test/')).toEqual(move('/home'));
});

test('a fan on a page for performers goes to the sign-in screen, and stays there', () => {
  const sent = admit({ access: 'performer' }, fan(), '/creator/account');
  expect(sent).toEqual(move('/auth/login?next=%2Fcreator%2Faccount&for=performers'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=%2Fcreator%2Faccount&for=performers')).toEqual(show);
});

test('a performer on a page made for fans is told so, not moved', () => {
  expect(admit({ access: 'fan' }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
});

test('who is no operator does not learn that the console exists', () => {
  expect(admit({ access: 'operator' }, fan(), '/admin')).toEqual({ kind: 'refuse', status: 404 });
  expect(admit({ access: 'operator' }, operator(), '/admin')).toEqual(show);
});

test('a page that forbids redirecting moves nobody', () => {
  expect(admit({ access: 'login', forbidsRedirect: true }, null, '/payment/success')).toEqual(show);
});

test('a page that stands elsewhere for a viewer leads there with its query, as far as that page lets her', () => {
  const page = {
    access: 'login',
    standIn: (viewer: { isPerformer: boolean }) => (viewer.isPerformer ? '/creator/account' : undefined),
  } as const;
  expect(admit(page, performer(), '/user/account?section=privacy')).toEqual(move('/creator/account?section=privacy'));
  expect(admit(page, fan(), '/user/account?section=privacy')).toEqual(show);
  expect(admit(page, null, '/user/account')).toEqual(move('/auth/login?next=%2Fuser%2Faccount'));
});

test('a viewer without access to a page is not taken to the page that stands in for it', () => {
  const standIn = ({ username }: { username: string | null }) => `/${username ?? ''}`;
  expect(admit({ access: 'performer', standIn }, fan(), '/creator/content')).toEqual(
    move('/auth/login?next=%2Fcreator%2Fcontent&for=performers'),
  );
  expect(admit({ access: 'operator', standIn }, fan(), '/admin')).toEqual({ kind: 'refuse', status: 404 });
  expect(admit({ access: 'fan', standIn }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
  expect(admit({ access: 'guest', standIn }, fan(), '/')).toEqual(move('/home'));
  expect(admit({ access: 'performer', standIn }, performer(), '/creator/content')).toEqual(move('/ada'));
});

test('who is about to leave is taken to where she can stay, whatever else is asked of her', () => {
  for (const leaving of [fan({ status: 'deleting' }), operator({ status: 'deleting', owesSecondStep: true })]) {
    for (const access of ['open', 'guest', 'login', 'fan'] as const)
      expect(admit({ access }, leaving, '/explore')).toEqual(move('/auth/deletion'));
    expect(admit({ access: 'login' }, leaving, '/auth/deletion')).toEqual(show);
    expect(admit({ access: 'open', forbidsRedirect: true }, leaving, '/ada')).toEqual(show);
  }
});

test('an operator who owes her second step is taken to its setup from every page but those that move nobody', () => {
  const owing = operator({ owesSecondStep: true });
  for (const access of ['open', 'guest', 'login', 'operator'] as const)
    expect(admit({ access }, owing, '/admin/users')).toEqual(move('/auth/second-step'));
  expect(admit({ access: 'login' }, owing, '/auth/second-step')).toEqual(show);
  expect(admit({ access: 'open', forbidsRedirect: true }, owing, '/ada')).toEqual(show);
});
