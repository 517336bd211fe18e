import { admit } from './decide-access';
import { fan, operator, performer } from '../../../tests/kit/fixtures/accounts';

const show = { kind: 'show' };
const redirect = (to: string) => ({ kind: 'redirect', to });

test('everyone sees an open page', () => {
  for (const viewer of [null, fan(), performer(), operator()]) expect(admit({ access: 'open' }, viewer, '/explore')).toEqual(show);
});

test('a delegate sees only pages that one of their rights opens', () => {
  const { _id, username, name, avatar, isPerformer } = fan();
  const person = { _id, username, name, avatar, isPerformer, isVerified: false, isOnline: false };
  const viewer = performer({ helper: { person, rights: ['content'] } });
  for (const delegateRight of ['content', 'any'] as const)
    expect(admit({ access: 'performer', delegateRight, redirectFor: () => '/elsewhere' }, viewer, '/creator/content')).toEqual(show);
  for (const access of ['open', 'guest', 'login', 'fan', 'performer', 'operator'] as const)
    expect(admit({ access, forbidsRedirect: true }, viewer, '/wallet')).toEqual({ kind: 'outsideDelegation' });
  const withoutRights = performer({ helper: { person, rights: [] } });
  expect(admit({ access: 'performer', delegateRight: 'content' }, withoutRights, '/creator/content')).toEqual({
    kind: 'outsideDelegation',
  });
});

test.each(['login', 'fan', 'performer', 'operator'] as const)(
  'a guest on a page marked %s is redirected to sign-in with `next`',
  (access) => {
    expect(admit({ access }, null, '/user/account?section=privacy')).toEqual(
      redirect('/auth/login?next=%2Fuser%2Faccount%3Fsection%3Dprivacy'),
    );
  },
);

test('signed-in people on a page for guests are redirected by role, or to `next`', () => {
  expect(admit({ access: 'guest' }, fan(), '/')).toEqual(redirect('/home'));
  expect(admit({ access: 'guest' }, performer(), '/auth/login')).toEqual(redirect('/ada'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=/explore?gender=male')).toEqual(redirect('/explore?gender=male'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=https://evil.test/')).toEqual(redirect('/home'));
});

test('a fan on a page for performers is redirected to the sign-in screen, which does not redirect back', () => {
  const admission = admit({ access: 'performer' }, fan(), '/creator/account');
  expect(admission).toEqual(redirect('/auth/login?next=%2Fcreator%2Faccount&for=performers'));
  expect(admit({ access: 'guest' }, fan(), '/auth/login?next=%2Fcreator%2Faccount&for=performers')).toEqual(show);
});

test('a performer on a page for fans sees a notice instead of a redirect', () => {
  expect(admit({ access: 'fan' }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
});

test('the console returns 404 to people who are not operators', () => {
  expect(admit({ access: 'operator' }, fan(), '/admin')).toEqual({ kind: 'error', status: 404 });
  expect(admit({ access: 'operator' }, operator(), '/admin')).toEqual(show);
});

test('a page with forbidsRedirect never redirects', () => {
  expect(admit({ access: 'login', forbidsRedirect: true }, null, '/payment/success')).toEqual(show);
});

test('redirectFor keeps the query', () => {
  const page = {
    access: 'login',
    redirectFor: (viewer: { isPerformer: boolean }) => (viewer.isPerformer ? '/creator/account' : undefined),
  } as const;
  expect(admit(page, performer(), '/user/account?section=privacy')).toEqual(redirect('/creator/account?section=privacy'));
  expect(admit(page, fan(), '/user/account?section=privacy')).toEqual(show);
  expect(admit(page, null, '/user/account')).toEqual(redirect('/auth/login?next=%2Fuser%2Faccount'));
});

test('the access rules of a page take precedence over its redirectFor', () => {
  const redirectFor = ({ username }: { username: string | null }) => `/${username ?? ''}`;
  expect(admit({ access: 'performer', redirectFor }, fan(), '/creator/content')).toEqual(
    redirect('/auth/login?next=%2Fcreator%2Fcontent&for=performers'),
  );
  expect(admit({ access: 'operator', redirectFor }, fan(), '/admin')).toEqual({ kind: 'error', status: 404 });
  expect(admit({ access: 'fan', redirectFor }, performer(), '/cart')).toEqual({ kind: 'fansOnly' });
  expect(admit({ access: 'guest', redirectFor }, fan(), '/')).toEqual(redirect('/home'));
  expect(admit({ access: 'performer', redirectFor }, performer(), '/creator/content')).toEqual(redirect('/ada'));
});

test('an account that is being deleted is redirected to the deletion page, before anything else', () => {
  for (const deleting of [fan({ status: 'deleting' }), operator({ status: 'deleting', owesSecondStep: true })]) {
    for (const access of ['open', 'guest', 'login', 'fan'] as const)
      expect(admit({ access }, deleting, '/explore')).toEqual(redirect('/auth/deletion'));
    expect(admit({ access: 'login' }, deleting, '/auth/deletion')).toEqual(show);
    expect(admit({ access: 'open', forbidsRedirect: true }, deleting, '/ada')).toEqual(show);
  }
});

test('an operator without required two-factor is redirected to its setup, except from pages with forbidsRedirect', () => {
  const withoutTwoFactor = operator({ owesSecondStep: true });
  for (const access of ['open', 'guest', 'login', 'operator'] as const)
    expect(admit({ access }, withoutTwoFactor, '/admin/users')).toEqual(redirect('/auth/second-step'));
  expect(admit({ access: 'login' }, withoutTwoFactor, '/auth/second-step')).toEqual(show);
  expect(admit({ access: 'open', forbidsRedirect: true }, withoutTwoFactor, '/ada')).toEqual(show);
});
