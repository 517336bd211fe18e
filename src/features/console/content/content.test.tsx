/** Content in the console: listed by kind, taken down and restored with a message to its owner. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ContentScreen } from './content-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type Content = ResponseOf<'GET /admin/content/:type/search'>['data'][number];
const at = '2026-05-01T10:00:00.000Z';
const { _id, name, username, avatar } = performer();
const content = (changes: Partial<Content> = {}): Content => ({
  _id: '0198c0de-0000-7000-8000-0000000a0001',
  type: 'feeds',
  title: 'Good morning',
  state: 'shown',
  hiddenReason: null,
  owner: { _id, name, username, avatar, isPerformer: true, isVerified: true, isOnline: false },
  link: '/post/1',
  ticketsAhead: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});
const open = (type = 'feeds') => renderScreen(<ContentScreen />, { user: operator(), path: `/admin/content/${type}`, query: { type } });
const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));

it('offers a retry when the list fails to load, and has an empty state', async () => {
  mockNetworkError('GET /admin/content/:type/search');
  open('comments');
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  mockEndpoint('GET /admin/content/:type/search', singlePage());
  await userEvent.click(retryButton);
  expect(await screen.findByText('Nothing here yet')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Comments' })).toBeVisible();
});

it('warns that deleting the post of an upcoming show cancels the show and refunds its tickets', async () => {
  mockEndpoint('GET /admin/content/:type/search', singlePage(content({ ticketsAhead: 3 })));
  open();
  await press('Delete');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/This also cancels the announced stream and refunds 3 tickets/)).toBeVisible();
});

it('takes an item down with a reason, after showing the effect', async () => {
  mockEndpoint('GET /admin/content/:type/search', singlePage(content()));
  const requests = mockEndpoint('POST /admin/content/:type/:id/hide', content({ state: 'hidden', hiddenReason: 'Spam' }));
  open();
  await press('Take down');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/including buyers/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await dialog.findByText('Enter a reason.')).toBeVisible();
  expect(requests).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Spam');
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await screen.findByText('“Good morning” taken down')).toBeVisible();
  expect(requests[0]?.body).toEqual({ reason: 'Spam' });
});

it('restores what was taken down, and reports that a colleague has already done so', async () => {
  mockEndpoint('GET /admin/content/:type/search', singlePage(content({ state: 'hidden', hiddenReason: 'Against the rules' })));
  mockError('POST /admin/content/:type/:id/restore', 'already_so');
  open();
  expect(await screen.findByText('Against the rules')).toBeVisible();
  await press('Restore item');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'You were right.');
  await userEvent.click(dialog.getByRole('button', { name: 'Restore item' }));
  expect(await dialog.findByText('This is already done.')).toBeVisible();
});

it('deletes an item permanently with a reason, after naming it and the effects, and reports open orders for it', async () => {
  mockEndpoint('GET /admin/content/:type/search', singlePage(content({ type: 'products', title: 'A signed print' })));
  mockError('DELETE /admin/content/:type/:id', 'orders_open');
  open('products');
  await press('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “A signed print” for good?' }));
  expect(dialog.getByText(/Buyers keep access/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Not allowed here');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(errors.orders_open[1])).toBeVisible();
  const requests = mockEndpoint('DELETE /admin/content/:type/:id', { deleted: true });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('“A signed print” deleted')).toBeVisible();
  expect(requests[0]?.body).toEqual({ reason: 'Not allowed here' });
});
