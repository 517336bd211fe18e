/** The Create sheet: who sees it, its entries, and why it may be unavailable. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../tests/kit/fixtures/accounts';
import { startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { PrimaryLayout } from './primary-layout';

startFakeHost();

const open = async (user: ReturnType<typeof performer>) => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user });
  const [create] = await screen.findAllByRole('button', { name: 'Create' });
  if (create) await userEvent.click(create);
};

it('links performers to the editors, mass messages and the studio', async () => {
  await open(performer());
  const list = within(screen.getByRole('dialog', { name: 'Create' })).getAllByRole('link');
  expect(list.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Post', '/creator/posts/new'],
    ['Video', '/creator/videos/new'],
    ['Gallery', '/creator/galleries/new'],
    ['Product', '/creator/products/new'],
    ['Mass message', '/messages/mass/new'],
    ['Go live', '/creator/live'],
  ]);
});

it('explains that publishing is unavailable until the identity documents are approved', async () => {
  await open(performer({ verification: 'pending' }));
  expect(screen.getByText(/Your ID documents are in review. You can post/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Post' })).toBeNull();
});

it('is hidden for fans', async () => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user: fan() });
  await screen.findAllByRole('button', { name: 'You' });
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
});
