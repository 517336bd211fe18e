/** Requesting an export, waiting for it, and downloading it. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockNetworkError, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { ExportSection } from './export-section';

startFakeHost();

const noExport = { status: 'none', progress: 0, size: null, url: null, askedAt: null, expiresAt: null } as const;
const running = { ...noExport, status: 'running', progress: 40, askedAt: '2026-01-01T00:00:00.000Z' } as const;
const ready = {
  ...running,
  status: 'ready',
  progress: 100,
  size: 2_500_000,
  url: '/media/a/download',
  expiresAt: '2026-01-08T00:00:00.000Z',
} as const;
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the export', () => {
  it('is requested after the password, and then shows its progress', async () => {
    mockEndpoint('GET /account/export', noExport);
    mockError('POST /account/export', 'reauthentication_required');
    mockEndpoint('POST /auth/reauthenticate', { until: '2026-01-01T00:10:00.000Z' });
    renderScreen(<ExportSection />, { user: fan() });
    await press('Request export');
    const dialog = await screen.findByRole('dialog');
    mockEndpoint('POST /account/export', running);
    await userEvent.type(within(dialog).getByLabelText('Password'), 'open sesame');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(screen.queryByRole('button', { name: 'Request export' })).toBeNull();
  });

  it('can be downloaded while it is available, and requested again', async () => {
    mockEndpoint('GET /account/export', ready);
    renderScreen(<ExportSection />, { user: fan() });
    expect(await screen.findByText(/Your archive is ready/)).toHaveTextContent('2.4 MB');
    expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
    const requests = mockError('POST /account/export', 'too_many_requests');
    await press('Request new export');
    expect(await screen.findByText(/too many|Too many|wait/i)).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['failed', /We couldn’t create your archive/],
    ['expired', /Your last archive has expired\. You can request a new export/],
  ] as const)('shows when it has %s', async (status, text) => {
    mockEndpoint('GET /account/export', { ...noExport, status });
    renderScreen(<ExportSection />, { user: fan() });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request new export' })).toBeVisible();
  });

  it('offers a retry when its status cannot be loaded', async () => {
    mockNetworkError('GET /account/export');
    renderScreen(<ExportSection />, { user: fan() });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
