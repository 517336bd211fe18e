/** Analytics requires consent on sites that ask for it. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { fan } from '../../../tests/kit/fixtures/accounts';
import { renderScreen } from '../../../tests/kit/screens/render';
import { Analytics } from './analytics';
import { ConsentBar } from './consent-bar';
import { DisplaySettingsSection } from '../screens/display-settings';
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

const consentRequired = { analyticsMeasurementId: 'G-1', analyticsConsent: true };
const all = (
  <>
    <DisplaySettingsSection />
    <SiteFooter />
    <ConsentBar />
    <Analytics />
  </>
);
const bar = () => screen.queryByRole('complementary', { name: 'Analytics consent' });

it('sends no page views before consent, and remembers it', async () => {
  renderScreen(all, { user: fan(), settings: consentRequired });
  expect(bar()).toBeVisible();
  expect(mockSent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(mockSent).toHaveLength(1));
  expect(bar()).toBeNull();
  expect(Cookies.get('analytics')).toBe('yes');
});

it('sends no page views after a refusal, which can be changed', async () => {
  renderScreen(all, { user: fan(), settings: consentRequired });
  await userEvent.click(screen.getByRole('button', { name: 'Don’t allow' }));
  expect(bar()).toBeNull();
  expect(mockSent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Analytics settings' }));
  expect(bar()).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Allow page view analytics' }));
  await waitFor(() => expect(mockSent).toHaveLength(1));
  expect(bar()).toBeNull();
});

it.each([
  ['sends page views without consent on sites that do not require it', { ...consentRequired, analyticsConsent: false }, 1],
  ['does not ask on sites without analytics', { ...consentRequired, analyticsMeasurementId: '' }, 0],
])('%s', async (_what, settings, views) => {
  renderScreen(all, { user: fan(), settings });
  await waitFor(() => expect(mockSent).toHaveLength(views));
  expect(bar()).toBeNull();
  expect(screen.queryByRole('button', { name: 'Analytics settings' })).toBeNull();
});
