/** The landing page for guests, with and without performers. */
import { screen } from '@testing-library/react';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { LandingScreen } from './landing';

startFakeHost();

const texts = { homeTitle: '', homeDescription: 'Near the stage.', userBenefit: 'Hear it first.', performerBenefit: 'Your page.' };
beforeEach(() => mockEndpoint('POST /settings/keys', texts));

it('links to the performers, to sign-up and to login', async () => {
  mockEndpoint('GET /performers/top', { data: [performerCardOf('Ada')], total: 1, nextCursor: null });
  renderScreen(<LandingScreen />);

  expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Closer to the people you admire');
  expect(await screen.findByText('Near the stage.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Explore creators' })).toHaveAttribute('href', '/explore');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth/register');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
  expect(screen.getByRole('search')).toHaveAttribute('action', '/explore');
});

it('shows an empty state while there are no performers', async () => {
  mockEndpoint('GET /performers/top', { data: [], total: 0, nextCursor: null });
  renderScreen(<LandingScreen />);
  expect(await screen.findByText('No creators yet')).toBeInTheDocument();
});

it('shows the fee in plain numbers, from the settings', () => {
  mockEndpoint('GET /performers/top', { data: [], total: 0, nextCursor: null });
  renderScreen(<LandingScreen />, { settings: { commissionRate: 0.15, currency: 'eur' } });
  expect(screen.getByRole('heading', { name: 'Creators keep 85%' })).toBeInTheDocument();
  expect(screen.getByText(/When a fan pays/)).toHaveTextContent('When a fan pays €10.00, the creator gets €8.50 and the site keeps €1.50.');
});
