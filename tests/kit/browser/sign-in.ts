/** Signing in as people do: by the form. */
import { password } from '../people/people';
import type { Visitor } from '../../support/visitor';

/** Fills in the form of the sign-in screen, which must be open, and sends it. Where it leads is the caller's to expect. */
export async function logIn(visitor: Visitor, name: string, secret = password): Promise<void> {
  await visitor.arrive('Log in');
  await visitor.write('Username or e-mail', name);
  await visitor.write('Password', secret);
  await visitor.press('Log in');
}

/** Leaves through the account sheet. */
export async function logOut(visitor: Visitor): Promise<void> {
  await visitor.press('You');
  await visitor.press('Log out', visitor.page.getByRole('dialog'));
  await visitor.arrive('Log in');
}
