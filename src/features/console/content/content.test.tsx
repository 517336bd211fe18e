/** The console's content: one kind at a time, taken down and given back with a word to its owner. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import type { AnswerOf } from '@web/services/call';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator, performer } from '../../../../tests/kit/answers/accounts';
import { answer, cutOff, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../tests/kit/answers/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ContentScreen } from './content-screen';

startTestHost();
afterEach(() => toasts.read().forEach(({ id }) => dropToast(id)));

type Content = AnswerOf<'GET /admin/content/:type/search'>['data'][number];
const at = '2026-05-01T10:00:00.000Z';
const { _id, name, username, avatar } = performer();
const content = (changes: Partial<Content> = {}): Content => ({
  ...{ _id: '0198c0de-0000-7000-8000-0000000a0001', type: 'feeds', title: 'Good morning', state: 'shown', hiddenReason: null },
  owner: { _id, name, username, avatar, isPerformer: true, isVerified: true, isOnline: false },
  ...{ link: '/post/1', createdAt: at, updatedAt: at },
  ...changes,
});
const open = (type = 'feeds') => renderScreen(<ContentScreen />, { user: operator(), path: `/admin/content/${type}`, query: { type } });
const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));

it('offers to try again where the list did not come, and says when there is nothing', async () => {
  cutOff('GET /admin/content/:type/search');
  open('comments');
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /admin/content/:type/search', pageOf());
  await userEvent.click(again);
  expect(await screen.findByText('There is nothing here yet')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Comments' })).toBeVisible();
});

it('takes something down with a reason, after saying what that does', async () => {
  answer('GET /admin/content/:type/search', pageOf(content()));
  const heard = answer('POST /admin/content/:type/:id/hide', content({ state: 'hidden', hiddenReason: 'Spam' }));
  open();
  await press('Take down');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/buyers neither/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await dialog.findByText('Write a reason first.')).toBeVisible();
  expect(heard).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Spam');
  await userEvent.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await screen.findByText('“Good morning” is taken down')).toBeVisible();
  expect(heard[0]?.body).toEqual({ reason: 'Spam' });
});

it('gives back what was taken down, and says when a colleague was quicker', async () => {
  answer('GET /admin/content/:type/search', pageOf(content({ state: 'hidden', hiddenReason: 'Against the rules' })));
  refuse('POST /admin/content/:type/:id/restore', 'already_so');
  open();
  expect(await screen.findByText('Against the rules')).toBeVisible();
  await press('Give back');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'You were right.');
  await userEvent.click(dialog.getByRole('button', { name: 'Give back' }));
  expect(await dialog.findByText('This is already done.')).toBeVisible();
});

it('deletes for good with a reason, after naming the thing and what happens, and says when something of it is on its way', async () => {
  answer('GET /admin/content/:type/search', pageOf(content({ type: 'products', title: 'A signed print' })));
  refuse('DELETE /admin/content/:type/:id', 'orders_open');
  open('products');
  await press('Delete');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “A signed print” for good?' }));
  expect(dialog.getByText(/Who bought it keeps it/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reason'), 'Not allowed here');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(errors.orders_open[1])).toBeVisible();
  const heard = answer('DELETE /admin/content/:type/:id', { deleted: true });
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('“A signed print” is deleted')).toBeVisible();
  expect(heard[0]?.body).toEqual({ reason: 'Not allowed here' });
});
