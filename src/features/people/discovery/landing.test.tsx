/** The first page: what a guest reads, with and without performers, and that nothing unfinished is promised. */
import { screen } from '@testing-library/react';
import { answer, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { card } from '../../../../tests/kit/answers/cards';
import { LandingScreen } from './landing';

startTestHost();

const texts = { homeTitle: '', homeDescription: 'Near the stage.', userBenefit: 'Hear it first.', performerBenefit: 'Your page.' };
beforeEach(() => answer('POST /settings/keys', texts));

it('leads to the performers, to an account, and to signing in', async () => {
  answer('GET /performers/top', { data: [card('Ada')], total: 1, nextCursor: null });
  renderScreen(<LandingScreen />);

  expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/ada');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Closer to the people you admire');
  expect(await screen.findByText('Near the stage.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Explore performers' })).toHaveAttribute('href', '/explore');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth/register');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
  expect(screen.getByRole('search')).toHaveAttribute('action', '/explore');
});

it('tells a new site from a busy one', async () => {
  answer('GET /performers/top', { data: [], total: 0, nextCursor: null });
  renderScreen(<LandingScreen />);
  expect(await screen.findByText('The stage is still empty')).toBeInTheDocument();
});

it('names the fee in plain numbers, from the settings', () => {
  answer('GET /performers/top', { data: [], total: 0, nextCursor: null });
  renderScreen(<LandingScreen />, { settings: { commissionRate: 0.15, currency: 'eur' } });
  expect(screen.getByRole('heading', { name: 'Performers keep 85 %' })).toBeInTheDocument();
  expect(screen.getByText(/Of every/)).toHaveTextContent(
    'Of every €10.00 that a fan pays, the performer receives €8.50 and the site keeps €1.50.',
  );
});
