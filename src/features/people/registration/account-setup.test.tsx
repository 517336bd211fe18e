/** The short setup after a first sign-in. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { AccountSetup } from './account-setup';

startFakeHost();
beforeEach(() => {
  localStorage.clear();
  mockEndpoint('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
});

const open = (user: ReturnType<typeof fan> | ReturnType<typeof performer>, path: string) => renderScreen(<AccountSetup />, { user, path });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

it('asks only for what is missing, then returns to the previous page', async () => {
  const requests = mockEndpoint('PUT /users', fan({ email: 'greta@example.com', isEmailVerified: false }));
  const { navigations } = open(fan({ email: null }), '/user/account?next=%2Fcontact');
  expect(screen.queryByLabelText('Username')).toBeNull();
  await type('Email', 'greta@example.com');
  await press('Save and continue');
  await waitFor(() => expect(navigations()).toEqual(['/contact']));
  expect(requests.map(({ body }) => body)).toEqual([{ email: 'greta@example.com' }]);
});

it("shows an error at its field, and opens a performer's own page once it is complete", async () => {
  mockError('PUT /performers/:id', 'username_taken');
  const { navigations } = open(performer({ username: null }), '/creator/account');
  await type('Username', 'ada');
  await press('Save and continue');
  await waitFor(() =>
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(expect.stringContaining('This username is taken.')),
  );
  mockEndpoint('PUT /performers/:id', performer({ username: 'ada2' }));
  await type('Username', '2');
  await press('Save and continue');
  await waitFor(() => expect(navigations()).toEqual(['/ada2']));
});
