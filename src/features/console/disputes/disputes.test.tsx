/** Disputes in the console: sorted by deadline, answered with evidence after a confirmation, or accepted. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { DisputeScreen } from './dispute-screen';
import { DisputesScreen } from './disputes-screen';

startFakeHost();
beforeEach(() => {
  for (const { id } of toasts.read()) dismissToast(id);
});

type Dispute = ResponseOf<'GET /admin/disputes/:id'>;

const id = '0198c0de-0000-7000-8000-0000000000d1';
const at = '2026-05-01T10:00:00.000Z';
const future = '2099-05-08T10:00:00.000Z';
const { _id, username, avatar } = fan();
const empty = Object.fromEntries(evidenceFields.map((field) => [field, ''])) as Evidence;
const collected: Evidence = { ...empty, product: '20 tokens', customerEmail: 'finn@example.com', accessLog: 'Signed in' };
const dispute = (changes: Partial<Dispute> = {}): Dispute => ({
  _id: id,
  payment: { _id: id, receiptNumber: 'R-000006', type: 'top_up', createdAt: at },
  user: { _id, username, name: 'Finn', avatar, isPerformer: false, isVerified: false, isOnline: false },
  performer: null,
  paymentGateway: 'stripe',
  gatewayId: 'dp_1',
  amount: 24,
  currency: 'USD',
  reason: 'fraudulent',
  status: 'needs_response',
  answer: 'none',
  failure: null,
  evidenceDueAt: future,
  submittedAt: null,
  createdAt: at,
  updatedAt: at,
  collected,
  draft: null,
  sent: null,
  ...changes,
});
const open = (shown: Dispute | null = dispute(), rights = operator().rights) => {
  if (shown !== null) mockEndpoint('GET /admin/disputes/:id', shown);
  return renderScreen(<DisputeScreen />, { user: operator({ rights }), path: `/admin/disputes/${id}`, query: { id } });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('alertdialog'));

describe('the list of disputes', () => {
  it('shows payment, fan, amount, reason and deadline, the nearest deadline first, and links to the dispute', async () => {
    const requests = mockEndpoint(
      'GET /admin/disputes/search',
      singlePage(dispute(), dispute({ _id, status: 'won', evidenceDueAt: null })),
    );
    renderScreen(<DisputesScreen />, { user: operator(), path: '/admin/disputes' });
    const row = within(await screen.findByRole('row', { name: /R-000006.*Needs a response/ }));
    expect(row.getByRole('link', { name: 'R-000006' })).toHaveAttribute('href', `/admin/disputes/${id}`);
    for (const text of ['Top-up', 'Finn', '$24.00', 'Fraudulent']) expect(row.getByText(text)).toBeVisible();
    expect(row.getByText(/2099/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Won/ })).toBeVisible();
    expect([requests[0]?.query.get('sortBy'), requests[0]?.query.get('sort')]).toEqual(['evidenceDueAt', 'asc']);
    expect(screen.getByRole('link', { name: 'Disputes' })).toHaveAttribute('aria-current', 'page');
  });

  it('has empty states for no dispute and no match, and reports a loading error', async () => {
    mockEndpoint('GET /admin/disputes/search', singlePage());
    const { unmount } = renderScreen(<DisputesScreen />, { user: operator(), path: '/admin/disputes' });
    expect(await screen.findByText('No disputes')).toBeVisible();
    unmount();
    const filtered = renderScreen(<DisputesScreen />, {
      user: operator(),
      path: '/admin/disputes?status=won',
      query: { status: 'won' },
    });
    expect(await screen.findByText('No matching disputes')).toBeVisible();
    filtered.unmount();
    mockNetworkError('GET /admin/disputes/search');
    renderScreen(<DisputesScreen />, { user: operator(), path: '/admin/disputes' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('evidence', () => {
  it('that was collected is shown, edited, and submitted after a confirmation', async () => {
    open();
    await waitFor(() => expect(screen.getByLabelText('Product')).toHaveValue('20 tokens'));
    expect(screen.getByLabelText('Access log')).toHaveValue('Signed in');
    await userEvent.type(screen.getByLabelText('Reason for refusing a refund'), 'They used all of it.');
    await press('Submit evidence');
    const confirmation = await dialog();
    expect(confirmation.getByText(/You can submit once/)).toBeVisible();
    const sent = { ...collected, refundRefusal: 'They used all of it.' };
    const requests = mockEndpoint(
      'POST /admin/disputes/:id/submit',
      dispute({ status: 'under_review', answer: 'submitted', submittedAt: at, sent }),
    );
    await userEvent.click(confirmation.getByRole('button', { name: 'Submit evidence' }));
    expect(await screen.findByText('Evidence submitted')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.body).toEqual(sent);
    const shown = within(await screen.findByRole('region', { name: 'Submitted evidence' }));
    expect(shown.getByText('They used all of it.')).toBeVisible();
    expect(screen.getByText(/The bank is reviewing the evidence/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull();
  });

  it('is saved as a draft, and can be reset to the collected evidence', async () => {
    open(dispute({ draft: { ...collected, product: 'Own words' } }));
    const product = await screen.findByLabelText('Product');
    expect(product).toHaveValue('Own words');
    await press('Use collected evidence');
    expect(product).toHaveValue('20 tokens');
    await userEvent.type(product, ' of credit');
    const saved = { ...collected, product: '20 tokens of credit' };
    const requests = mockEndpoint('PUT /admin/disputes/:id/evidence', dispute({ draft: saved }));
    await press('Save draft');
    expect(await screen.findByText('Draft saved')).toBeVisible();
    expect(requests[0]?.body).toEqual(saved);
    expect(product).toHaveValue('20 tokens of credit');
  });

  it('that a colleague submitted first is reported in the dialog, and another click reuses the idempotency key', async () => {
    open();
    await press('Submit evidence');
    const confirmation = await dialog();
    const requests = mockError('POST /admin/disputes/:id/submit', 'dispute_answered');
    await userEvent.click(confirmation.getByRole('button', { name: 'Submit evidence' }));
    expect(await confirmation.findByText('This dispute was already answered. Reload to see the response.')).toBeVisible();
    await userEvent.click(confirmation.getByRole('button', { name: 'Submit evidence' }));
    await waitFor(() => expect(requests).toHaveLength(2));
    const [first, second] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).not.toBeNull();
    expect(second).toBe(first);
  });

  it('is shown as pending, without actions, until the gateway responds', async () => {
    open(dispute({ answer: 'submitting', sent: collected }));
    expect(await screen.findByText(/The gateway hasn’t responded yet/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('that the gateway did not accept shows why, and can be submitted again', async () => {
    open(dispute({ failure: 'The evidence is too long.' }));
    expect(await screen.findByText('The evidence is too long.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Submit evidence' })).toBeEnabled();
  });

  it('cannot be submitted after the deadline', async () => {
    open(dispute({ evidenceDueAt: at }));
    expect(await screen.findByText(/The evidence deadline has passed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull();
  });

  it('is read-only for operators without the right to refund', async () => {
    open(dispute(), ['money.read']);
    expect(within(await screen.findByRole('region', { name: 'Evidence' })).getByText('20 tokens')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit evidence' })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('accepts a dispute after showing the cost, and does not offer it for inquiries', async () => {
  const { unmount } = open();
  await press('Accept dispute');
  const confirmation = await dialog();
  expect(confirmation.getByText(/You lose the dispute, and Finn keeps \$24\.00/)).toBeVisible();
  mockEndpoint('POST /admin/disputes/:id/accept', dispute({ status: 'lost', answer: 'accepted' }));
  await userEvent.click(confirmation.getByRole('button', { name: 'Accept dispute' }));
  expect(await screen.findByText('Dispute accepted')).toBeVisible();
  expect(await screen.findByText(/The bank decided in the customer’s favor/)).toBeVisible();
  unmount();
  open(dispute({ status: 'warning_needs_response' }));
  expect(await screen.findByRole('button', { name: 'Submit evidence' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accept dispute' })).toBeNull();
});

it('reports that a dispute does not exist', async () => {
  mockError('GET /admin/disputes/:id', 'dispute_not_found');
  open(null);
  expect(await screen.findByText('Dispute not found.')).toBeVisible();
});
