/** Signing in through the form. */
import { password } from '../people/people';
import type { Visitor } from './visitor';

/** Fills in the form of the sign-in screen, which must be open, and submits it. The caller checks which screen follows. */
export async function logIn(visitor: Visitor, name: string, secret = password): Promise<void> {
  await visitor.waitForScreen('Log in');
  await visitor.fill('Username or e-mail', name);
  await visitor.fill('Password', secret);
  await visitor.press('Log in');
}

/** Logs out through the account sheet. */
export async function logOut(visitor: Visitor): Promise<void> {
  await visitor.press('You');
  await visitor.press('Log out', visitor.page.getByRole('dialog'));
  await visitor.waitForScreen('Log in');
}
