/** Settings that only performers have: the bank account, the profile attributes, and who may send messages. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AttributesSection } from './profile/attributes-section';
import { MessagesSection } from './prices/messages-section';
import { PayoutSection } from './payout/payout-section';

startFakeHost();
beforeEach(() => {
  localStorage.clear();
  mockEndpoint('GET /countries/list', []);
  mockEndpoint('GET /languages/list', []);
  mockNetworkError('GET /user-additional');
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const fillAccountHolder = async () => {
  await fill('First name', 'Ada');
  await fill('Last name', 'Winters');
  await fill('Bank', 'First Bank');
};

describe('the bank account', () => {
  const methods = { banking: null, paypal: null, stripe: null, preferred: null };

  it('asks for an IBAN where banks use one, and is saved after reauthentication', async () => {
    const requests = mockError('PUT /performers/:id/banking-settings', 'reauthentication_required');
    mockEndpoint('POST /auth/reauthenticate', { until: '2026-01-01T00:10:00.000Z' });
    mockEndpoint('GET /users/me', performer());
    renderScreen(<PayoutSection />, { user: performer({ country: 'DE' }) });
    await fillAccountHolder();
    expect(screen.queryByLabelText('Account number')).toBeNull();
    await fill('IBAN', 'DE89370400440532013000');
    await press('Save bank account');
    const dialog = await screen.findByRole('dialog');
    const saved = mockEndpoint('PUT /performers/:id/banking-settings', methods);
    await userEvent.type(within(dialog).getByLabelText('Password'), 'open sesame');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(saved.map(({ body }) => body)).toEqual([
      { firstName: 'Ada', lastName: 'Winters', bankName: 'First Bank', country: 'DE', iban: 'DE89370400440532013000' },
    ]);
    expect(screen.getByLabelText('IBAN')).toHaveValue('');
  });

  it('asks for the account number elsewhere, and shows errors at their fields', async () => {
    const requests = mockError('PUT /performers/:id/banking-settings', 'invalid_request', {
      issues: [{ path: 'accountNumber', message: 'No such account.' }],
    });
    renderScreen(<PayoutSection />, { user: performer({ country: 'US' }) });
    expect(screen.queryByLabelText('IBAN')).toBeNull();
    await press('Save bank account');
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Enter the account holder’s first name.'));
    expect(requests).toEqual([]);
    await fillAccountHolder();
    await fill('Account number', '000123456789');
    await press('Save bank account');
    await waitFor(() => expect(screen.getByLabelText('Account number')).toHaveAccessibleDescription('No such account.'));
    expect(requests[0]?.body).toMatchObject({ country: 'US', accountNumber: '000123456789' });
  });
});

it.each([
  ['the profile attributes', <AttributesSection key="a" />, /^City/, 'Paris', { city: 'Paris' }],
  ['the price of a message', <MessagesSection key="m" />, 'Price per message', '2.50', { messageAudience: 'everyone', messagePrice: 2.5 }],
] as const)('saves %s, and keeps it in its field when the API is unreachable', async (_what, section, label, text, sent) => {
  mockNetworkError('PUT /performers/:id');
  renderScreen(section, { user: performer() });
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
  await press('Save changes');
  expect(await screen.findByText('Error occurred, please try again later')).toBeVisible();
  expect(field).toHaveValue(text);
  const requests = mockEndpoint('PUT /performers/:id', performer(sent));
  await press('Save changes');
  expect(await screen.findByText('Changes saved')).toBeVisible();
  expect(requests[0]?.body).toMatchObject(sent);
});

describe('the messages section', () => {
  it('shows what a fan pays per message and what the performer receives', async () => {
    renderScreen(<MessagesSection />, { user: performer({ messagePrice: 0 }) });
    expect(await screen.findByText('Fans can message you for free.')).toBeVisible();
    await fill('Price per message', '2.50');
    expect(screen.getByText('Fans pay 2.50 tokens per message.')).toBeVisible();
    expect(screen.getByText('You receive 2 tokens')).toBeVisible();
    await fill('Price per message', '5000');
    await press('Save changes');
    expect(await screen.findByText('Enter an amount from 0 to 1000 with up to 2 decimals.')).toBeVisible();
    expect(screen.queryByText(/Fans pay/)).toBeNull();
  });

  it('saves who may send messages', async () => {
    renderScreen(<MessagesSection />, { user: performer() });
    const requests = mockEndpoint('PUT /performers/:id', performer({ messageAudience: 'subscribers' }));
    await userEvent.click(await screen.findByRole('radio', { name: /^Subscribers/ }));
    await press('Save changes');
    expect(await screen.findByText('Changes saved')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ messageAudience: 'subscribers' });
  });
});
