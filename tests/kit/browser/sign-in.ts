/** Signing in through the form. */
import { password } from '../people/people';
import type { Visitor } from './visitor';

/** Fills in the form of the sign-in screen, which must be open, and submits it. The caller checks which screen follows. */
export async function logIn(visitor: Visitor, name: string, accountPassword = password): Promise<void> {
  await visitor.waitForScreen('Log in');
  await visitor.fill('Username or email', name);
  await visitor.fill('Password', accountPassword);
  await visitor.press('Log in');
}

/** Opens the account sheet: by the bottom bar of phones, or the side rail. */
export const openAccountSheet = ({ size, page, press }: Visitor): Promise<void> =>
  size === 'phone'
    ? press('You', page.getByRole('navigation', { name: 'Places' }))
    : press('More', page.getByRole('navigation', { name: 'Main' }));

/** Logs out through the account sheet. */
export async function logOut(visitor: Visitor): Promise<void> {
  await openAccountSheet(visitor);
  await visitor.press('Log out', visitor.page.getByRole('dialog'));
  await visitor.waitForScreen('Log in');
}
