/** Page views are counted of whoever agreed, where the site asks first. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { fan } from '../../../tests/kit/answers/accounts';
import { renderScreen } from '../../../tests/kit/screens/render';
import { Analytics } from './analytics';
import { ConsentBar } from './consent-bar';
import { DisplaySettings } from '../screens/display-settings';
import { SiteFooter } from '../layouts/site-footer';

const mockSent: unknown[] = [];
jest.mock('react-ga4', () => ({
  __esModule: true,
  default: { isInitialized: true, initialize: () => undefined, send: (view: unknown) => mockSent.push(view) },
}));

beforeEach(() => {
  mockSent.length = 0;
  Cookies.remove('analytics');
});

const asking = { analyticsMeasurementId: 'G-1', analyticsConsent: true };
const all = (
  <>
    <DisplaySettings />
    <SiteFooter />
    <ConsentBar />
    <Analytics />
  </>
);
const bar = () => screen.queryByRole('complementary', { name: 'Counting page views' });

it('counts nothing before somebody agreed, and remembers that she did', async () => {
  renderScreen(all, { user: fan(), settings: asking });
  expect(bar()).toBeVisible();
  expect(mockSent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(mockSent).toHaveLength(1));
  expect(bar()).toBeNull();
  expect(Cookies.get('analytics')).toBe('yes');
});

it('counts nothing of whoever does not agree, and lets her change her mind', async () => {
  renderScreen(all, { user: fan(), settings: asking });
  await userEvent.click(screen.getByRole('button', { name: 'Do not allow' }));
  expect(bar()).toBeNull();
  expect(mockSent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Page view choice' }));
  expect(bar()).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Let the site count the pages that I open' }));
  await waitFor(() => expect(mockSent).toHaveLength(1));
  expect(bar()).toBeNull();
});

it.each([
  ['counts without asking where the site does not ask', { ...asking, analyticsConsent: false }, 1],
  ['asks nothing where nothing is counted', { ...asking, analyticsMeasurementId: '' }, 0],
])('%s', async (_what, settings, views) => {
  renderScreen(all, { user: fan(), settings });
  await waitFor(() => expect(mockSent).toHaveLength(views));
  expect(bar()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Page view choice' })).toBeNull();
});
