/** Appeals in the console: decided by an operator other than the one who made the decision. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AppealsScreen } from './appeals-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type Appeal = ResponseOf<'GET /admin/appeals/search'>['data'][number];
const at = '2026-05-01T10:00:00.000Z';
const id = '0198c0de-0000-7000-8000-0000000a0001';
const { _id, name, username, avatar } = performer();
const appeal = (changes: Partial<Appeal> = {}): Appeal => ({
  _id: id,
  text: 'This is my own work.',
  status: 'open',
  note: '',
  decidedBy: null,
  decidedAt: null,
  isOwnDecision: false,
  aloneFrom: null,
  person: { _id, name, username, avatar, isPerformer: true, isVerified: true, isOnline: false },
  decision: {
    _id: id,
    target: 'feed',
    targetId: id,
    action: 'hide',
    title: 'Good morning',
    reason: 'Against the rules',
    createdAt: at,
    endedAt: null,
  },
  createdAt: at,
  updatedAt: at,
  ...changes,
});
const open = () => renderScreen(<AppealsScreen />, { user: operator(), path: '/admin/appeals' });
const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));

it('reverses a decision with an answer, after showing the effect', async () => {
  mockEndpoint('GET /admin/appeals/search', singlePage(appeal()));
  const requests = mockEndpoint('POST /admin/appeals/:id/decide', appeal({ status: 'lifted' }));
  open();
  await press('Review');
  expect(await screen.findByText('This is my own work.')).toBeVisible();
  await press('Reverse decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/visible again/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Reason'), 'You were right.');
  await userEvent.click(dialog.getByRole('button', { name: 'Reverse decision' }));
  expect(await screen.findByText('Decision reversed', { selector: ':not(option)' })).toBeVisible();
  expect(requests[0]?.body).toEqual({ decision: 'lifted', note: 'You were right.' });
});

it("leaves an appeal against the operator's own decision to a colleague", async () => {
  mockEndpoint('GET /admin/appeals/search', singlePage(appeal({ isOwnDecision: true })));
  open();
  await press('Review');
  expect(await screen.findByText('This is your own. Another operator has to review it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reverse decision' })).toBeNull();
});

it('reports that a colleague has already decided on the appeal', async () => {
  mockEndpoint('GET /admin/appeals/search', singlePage(appeal()));
  mockError('POST /admin/appeals/:id/decide', 'appeal_decided');
  open();
  await press('Review');
  await press('Uphold decision');
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Reason'), 'It stays.');
  await userEvent.click(dialog.getByRole('button', { name: 'Uphold decision' }));
  expect(await dialog.findByText('This appeal has already been decided. Reload to see the outcome.')).toBeVisible();
});
