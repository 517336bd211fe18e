/** Create: who has it, what it offers, and why it may be closed. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../tests/kit/answers/accounts';
import { startTestHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { PrimaryLayout } from './primary-layout';

startTestHost();

const open = async (user: ReturnType<typeof performer>) => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user });
  const [create] = await screen.findAllByRole('button', { name: 'Create' });
  if (create) await userEvent.click(create);
};

it('leads performers to the editors of posts, videos, galleries, products and messages to many, and into the studio', async () => {
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

it('says why it is closed before the papers are approved', async () => {
  await open(performer({ verification: 'pending' }));
  expect(screen.getByText(/Your papers are in review. You can publish/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Post' })).toBeNull();
});

it('is not there for fans', async () => {
  renderScreen(<PrimaryLayout>Page</PrimaryLayout>, { user: fan() });
  await screen.findAllByRole('button', { name: 'You' });
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
});
