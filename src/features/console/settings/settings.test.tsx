/** Groups of settings with more than fields: test mails, image uploads, and the hints of settings. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { defaultPublicSettings } from '@contract/kernel/entities';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { imageToUpload, storedImage } from '../../../../tests/kit/fixtures/stored-image';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { SettingsScreen } from './settings-screen';

startFakeHost();

type Setting = ResponseOf<'GET /admin/settings'>[number];
const setting = (key: string, type: string, value: Setting['value'], changes: Partial<Setting> = {}): Setting => ({
  key,
  label: key,
  value,
  type,
  group: 'look',
  isPublic: true,
  isFixed: false,
  minimum: null,
  maximum: null,
  options: [],
  ...changes,
});
const show = (group: string) => renderScreen(<SettingsScreen />, { user: operator(), path: `/admin/settings/${group}`, query: { group } });

describe('mail', () => {
  beforeEach(() => mockEndpoint('GET /admin/settings', []));
  const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send test email' }));

  it("is tested with the operator's own address, and the result is shown", async () => {
    const requests = mockEndpoint('POST /admin/settings/mail-test', { sent: true, detail: 'The outbox has it.' });
    show('mail');
    await send();
    expect(await screen.findByText('Sent. The outbox has it.')).toBeInTheDocument();
    expect(requests[0]?.body).toEqual({ to: 'olive@example.com' });
  });

  it('that cannot be sent shows why', async () => {
    mockError('POST /admin/settings/mail-test', 'mail_failed');
    show('mail');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('The email server didn’t accept the message. Check its address and login.');
  });
});

describe('site images', () => {
  const field = () => screen.findByLabelText('Choose logo');

  it('are uploaded and shown immediately, also on public pages', async () => {
    const logos = [setting('logo', 'image', '', { label: 'Logo' })];
    mockEndpoint('GET /admin/settings', () => logos);
    mockEndpoint('GET /settings/public', { ...defaultPublicSettings, logo: '/media/logo.webp' });
    const requests = mockEndpoint('POST /admin/settings/images/upload', () => {
      logos[0] = setting('logo', 'image', '/media/logo.webp', { label: 'Logo' });
      return storedImage({ type: 'site-image' });
    });
    const { store } = show('look');
    await userEvent.upload(await field(), imageToUpload('logo.png'));
    expect(await screen.findByText('Logo replaced')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: 'Current: Logo' })).toHaveAttribute('src', '/media/logo.webp');
    expect(requests[0]?.body).toEqual({ key: 'logo', file: '[object File]' });
    await waitFor(() => expect(store.getState().settings.logo).toBe('/media/logo.webp'));
  });

  it('are removed once, even after a double click', async () => {
    mockEndpoint('GET /admin/settings', [setting('logo', 'image', '/media/logo.webp', { label: 'Logo' })]);
    mockEndpoint('GET /settings/public', defaultPublicSettings);
    const requests = mockEndpoint('PUT /admin/settings/:key', setting('logo', 'image', '', { label: 'Logo' }));
    show('look');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Remove logo' }));
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it('show an upload error at the image', async () => {
    mockEndpoint('GET /admin/settings', [setting('logo', 'image', '', { label: 'Logo' })]);
    mockError('POST /admin/settings/images/upload', 'file_unreadable', { message: 'Couldn’t read This picture. Choose another file.' });
    show('look');
    await userEvent.upload(await field(), imageToUpload());
    expect(await screen.findByText('Couldn’t read This picture. Choose another file.')).toBeInTheDocument();
    expect(await field()).toBeInvalid();
  });
});

describe('a setting', () => {
  it('for the live streaming engine can be changed', async () => {
    mockEndpoint('GET /admin/settings', [
      setting('streamingEngine', 'choice', 'embedded', { options: ['embedded', 'livekit', 'agora'] }),
      setting('agoraAppId', 'text', ''),
    ]);
    show('streaming');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'streamingEngine' })).toBeEnabled());
    expect(screen.queryByText(/not installed/)).toBeNull();
  });

  it('shows its range as its only hint', async () => {
    mockEndpoint('GET /admin/settings', [setting('minimumSubscriptionPrice', 'amount', 2.95, { minimum: 0.5, maximum: 100 })]);
    show('pricing');
    expect(await screen.findByRole('textbox', { name: 'minimumSubscriptionPrice' })).toHaveAccessibleDescription('From 0.5 to 100.');
  });
});
