/** Registration, together with the app shell. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { benefitsRequest } from '@web/features/people/registration/role-choice';
import { RegisterScreen } from '@web/features/people/registration/register-screen';
import { endpointKeyText } from '@web/services/use-endpoint';
import { ResponseCache } from '@web/shell/page/response-cache';
import { fan } from '../kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../kit/screens/fake-host';
import { renderScreen } from '../kit/screens/render';

startFakeHost();

it("registration keeps its texts when the guest's data is cleared, so that the form does not move before the next page", async () => {
  const texts = { userBenefit: 'For fans.', performerBenefit: 'For performers.' };
  mockEndpoint('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
  mockError('POST /settings/keys', 'service_unavailable');
  mockEndpoint('POST /auth/users/register', {
    registered: true,
    emailVerification: { required: false, sent: true },
    token: 'new',
    expiresAt: null,
  });
  mockEndpoint('GET /users/me', fan());
  const fallback = { [endpointKeyText('POST /settings/keys', benefitsRequest)]: texts };
  const { store } = renderScreen(
    <ResponseCache fallback={fallback}>
      <RegisterScreen />
    </ResponseCache>,
    { path: '/auth/register?next=%2Fcontact' },
  );
  expect(screen.getByText('For performers.')).toBeVisible();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Finn');
  await user.type(screen.getByLabelText('Username'), 'finn');
  await user.type(screen.getByLabelText('Email'), 'finn@example.com');
  await user.type(screen.getByLabelText('Password'), 'a fine password 7');
  await user.click(screen.getByRole('button', { name: 'Sign up as a fan' }));
  await waitFor(() => expect(store.getState().user.current).not.toBeNull());
  expect(screen.getByText('For performers.')).toBeVisible();
});
