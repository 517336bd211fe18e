import { admit } from './decide-access';
import { fan, operator, performer } from '../../../tests/kit/answers/accounts';

const show = { kind: 'show' };
const move = (to: string) => ({ kind: 'move', to });

test('all people see an open page', () => {
  for (const viewer of [null, fan(), performer(), operator()]) expect(admit({ access: 'open' }, viewer, '/explore')).toEqual(show);
});

test('a delegate sees only pages that one of their rights opens', () => {
  const { _id, username, name, avatar, isPerformer } = fan();
  const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
  const viewer = performer({ helper: { person, rights: ['content'] } });
  for (const helper of ['content', 'any'] as const)
    expect(admit({ access: 'performer', helper, standIn: () => '/elsewhere' }, viewer, '/creator/content')).toEqual(show);
  for (const access of ['open', 'guest', 'login', 'fan', 'performer', 'operator'] as const)
    expect(admit({ access, forbidsRedirect: true }, viewer, '/wallet')).toEqual({ kind: 'beyondHelp' });
  const withoutRights = performer({ helper: { person, rights: [] } });
  expect(admit({ access: 'performer', helper: 'content' }, withoutRights, '/creator/content')).toEqual({ kind: 'beyondHelp' });
});

test.each(['login', 'fan', 'performer', 'operator'] as const)(
  'a guest on a page marked %s is redirected to sign-in with `next`',
  (access) => {
    expect(admit({ access }, null, '/user/account?section=privacy')).toEqual(
      move('/auth/login?next=%2Fuser%2Faccount%3Fsection%3Dprivacy'),
    );
  },
);

test('signed-in people on a page for guests are redirected by role, or to `next`', () => {
  expect(admit({ access: 'guest' }, fan(), '/')).toEqual(move('/home'));
  expect(admit({ access: 'guest' }, performer(), '/auth/login')).toEqual(move('/ada'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=/explore?gender=male')).toEqual(move('/explore?gender=male'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=https://evil.test/')).toEqual(move('/home'));
});

test('a fan on a page for performers is redirected to the sign-in screen, which does not redirect back', () => {
  const admission = admit({ access: 'performer' }, fan(), '/creator/account');
  expect(admission).toEqual(move('/auth/login?next=%2Fcreator%2Faccount&for=performers'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=%2Fcreator%2Faccount&for=performers')).toEqual(show);
});

test('a performer on a page for fans sees a notice instead of a redirect', () => {
  expect(admit({ access: 'fan' }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
});

test('the console answers 404 to people who are not operators', () => {
  expect(admit({ access: 'operator' }, fan(), '/admin')).toEqual({ kind: 'refuse', status: 404 });
  expect(admit({ access: 'operator' }, operator(), '/admin')).toEqual(show);
});

test('a page with forbidsRedirect never redirects', () => {
  expect(admit({ access: 'login', forbidsRedirect: true }, null, '/payment/success')).toEqual(show);
});

test('a page with a stand-in redirects there with its query', () => {
  const page = {
    access: 'login',
    standIn: (viewer: { isPerformer: boolean }) => (viewer.isPerformer ? '/creator/account' : undefined),
  } as const;
  expect(admit(page, performer(), '/user/account?section=privacy')).toEqual(move('/creator/account?section=privacy'));
  expect(admit(page, fan(), '/user/account?section=privacy')).toEqual(show);
  expect(admit(page, null, '/user/account')).toEqual(move('/auth/login?next=%2Fuser%2Faccount'));
});

test('a viewer without access to a page is not redirected to its stand-in', () => {
  const standIn = ({ username }: { username: string | null }) => `/${username ?? ''}`;
  expect(admit({ access: 'performer', standIn }, fan(), '/creator/content')).toEqual(
    move('/auth/login?next=%2Fcreator%2Fcontent&for=performers'),
  );
  expect(admit({ access: 'operator', standIn }, fan(), '/admin')).toEqual({ kind: 'refuse', status: 404 });
  expect(admit({ access: 'fan', standIn }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
  expect(admit({ access: 'guest', standIn }, fan(), '/')).toEqual(move('/home'));
  expect(admit({ access: 'performer', standIn }, performer(), '/creator/content')).toEqual(move('/ada'));
});

test('an account that is being deleted is redirected to the deletion page, before anything else', () => {
  for (const deleting of [fan({ status: 'deleting' }), operator({ status: 'deleting', owesSecondStep: true })]) {
    for (const access of ['open', 'guest', 'login', 'fan'] as const)
      expect(admit({ access }, deleting, '/explore')).toEqual(move('/auth/deletion'));
    expect(admit({ access: 'login' }, deleting, '/auth/deletion')).toEqual(show);
    expect(admit({ access: 'open', forbidsRedirect: true }, deleting, '/ada')).toEqual(show);
  }
});

test('an operator without required two-factor is redirected to its setup, except from pages with forbidsRedirect', () => {
  const withoutTwoFactor = operator({ owesSecondStep: true });
  for (const access of ['open', 'guest', 'login', 'operator'] as const)
    expect(admit({ access }, withoutTwoFactor, '/admin/users')).toEqual(move('/auth/second-step'));
  expect(admit({ access: 'login' }, withoutTwoFactor, '/auth/second-step')).toEqual(show);
  expect(admit({ access: 'open', forbidsRedirect: true }, withoutTwoFactor, '/ada')).toEqual(show);
});
