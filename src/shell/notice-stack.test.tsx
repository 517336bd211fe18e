import { screen, within } from '@testing-library/react';
import { operator, performer } from '../../tests/support/accounts';
import { renderScreen } from '../../tests/support/render';
import { NoticeStack } from './notice-stack';

const notices = () => within(screen.getByRole('complementary', { name: 'Notices' }));

test('a new performer reads about her mail and her papers beside the sandbox pill, and nothing is folded', async () => {
  renderScreen(<NoticeStack />, {
    user: performer({ isEmailVerified: false, verification: 'pending' }),
    settings: { isSandbox: true },
  });
  expect(notices().getByText('Sandbox: no real money moves')).toBeInTheDocument();
  expect(await notices().findByText(/confirm your e-mail address/)).toBeInTheDocument();
  expect(notices().getByText(/documents are in review/)).toBeInTheDocument();
  expect(screen.queryByText(/more notice/)).not.toBeInTheDocument();
});

test('an operator who tries the closed site is told so, with the way to open it', async () => {
  renderScreen(<NoticeStack />, { user: operator(), settings: { isSandbox: false, maintenanceMode: true } });
  expect(await notices().findByText('Maintenance is on')).toBeInTheDocument();
  expect(notices().getByRole('button', { name: 'Switch off' })).toBeInTheDocument();
});

test('whoever passes a page of a single task while she signs in reads nothing there of her account', () => {
  const user = performer({ isEmailVerified: false, verification: 'pending' });
  renderScreen(<NoticeStack siteOnly />, { user, settings: { isSandbox: true } });
  expect(notices().getByText('Sandbox: no real money moves')).toBeInTheDocument();
  expect(screen.queryByText(/confirm your e-mail address|documents are in review/)).not.toBeInTheDocument();
});

test('a guest of a site with a gateway sees no notices at all', () => {
  renderScreen(<NoticeStack />, { settings: { isSandbox: false } });
  expect(screen.queryByRole('complementary', { name: 'Notices' })).not.toBeInTheDocument();
});
