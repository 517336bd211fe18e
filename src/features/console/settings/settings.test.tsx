/** Groups of settings with more than fields: mail that is tried, pictures that are sent, and what takes effect later. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { defaultPublicSettings } from '@contract/kernel/entities';
import { operator } from '../../../../tests/kit/answers/accounts';
import { pictureToSend, storedPicture } from '../../../../tests/support/stored-picture';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { SettingsScreen } from './settings-screen';

startTestHost();

type Setting = AnswerOf<'GET /admin/settings'>[number];
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
  beforeEach(() => answer('GET /admin/settings', []));
  const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send test message' }));

  it('is tried with the own address, and says what came of it', async () => {
    const heard = answer('POST /admin/settings/mail-test', { sent: true, detail: 'The outbox has it.' });
    show('mail');
    await send();
    expect(await screen.findByText('Sent. The outbox has it.')).toBeInTheDocument();
    expect(heard[0]?.body).toEqual({ to: 'olive@example.com' });
  });

  it('that cannot be sent says why', async () => {
    refuse('POST /admin/settings/mail-test', 'mail_failed');
    show('mail');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('The mail server did not take the message. Check its address and sign-in.');
  });
});

describe('the look', () => {
  const field = () => screen.findByLabelText('Choose logo');

  it('takes a picture and shows the new one at once, also to everybody else', async () => {
    const logos = [setting('logo', 'image', '', { label: 'Logo' })];
    answer('GET /admin/settings', () => logos);
    answer('GET /settings/public', { ...defaultPublicSettings, logo: '/media/logo.webp' });
    const heard = answer('POST /admin/settings/images/upload', () => {
      logos[0] = setting('logo', 'image', '/media/logo.webp', { label: 'Logo' });
      return storedPicture({ type: 'site-image' });
    });
    const { store } = show('look');
    await userEvent.upload(await field(), pictureToSend('logo.png'));
    expect(await screen.findByText('Logo replaced')).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: 'Present: Logo' })).toHaveAttribute('src', '/media/logo.webp');
    expect(heard[0]?.body).toEqual({ key: 'logo', file: '[object File]' });
    await waitFor(() => expect(store.getState().settings.logo).toBe('/media/logo.webp'));
  });

  it('takes a picture away once, however often that is pressed', async () => {
    answer('GET /admin/settings', [setting('logo', 'image', '/media/logo.webp', { label: 'Logo' })]);
    answer('GET /settings/public', defaultPublicSettings);
    const heard = answer('PUT /admin/settings/:key', setting('logo', 'image', '', { label: 'Logo' }));
    show('look');
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Remove logo' }));
    await waitFor(() => expect(heard).toHaveLength(1));
  });

  it('says at the picture why it was not taken', async () => {
    answer('GET /admin/settings', [setting('logo', 'image', '', { label: 'Logo' })]);
    refuse('POST /admin/settings/images/upload', 'file_unreadable', { message: 'This picture cannot be read.' });
    show('look');
    await userEvent.upload(await field(), pictureToSend());
    expect(await screen.findByText('This picture cannot be read.')).toBeInTheDocument();
    expect(await field()).toBeInvalid();
  });
});

describe('what is settled, and what is not', () => {
  it('lets the engine of live shows be chosen, and says nothing of later', async () => {
    answer('GET /admin/settings', [
      setting('streamingEngine', 'choice', 'embedded', { options: ['embedded', 'livekit', 'agora'] }),
      setting('agoraAppId', 'text', ''),
    ]);
    show('streaming');
    expect(await screen.findByRole('combobox', { name: 'streamingEngine' })).toBeEnabled();
    expect(screen.queryByText(/not installed/)).toBeNull();
  });

  it('is not said of what has an effect now', async () => {
    answer('GET /admin/settings', [setting('minimumSubscriptionPrice', 'amount', 2.95, { minimum: 0.5, maximum: 100 })]);
    show('pricing');
    expect(await screen.findByRole('textbox', { name: 'minimumSubscriptionPrice' })).toHaveAccessibleDescription('From 0.5 to 100.');
  });
});
