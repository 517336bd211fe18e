/** The welcome video: its status, uploading one, and the switch. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { chosenFile, storedFile } from '../../../../../tests/kit/fixtures/stored-files';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { WelcomeSection } from './welcome-section';

startFakeHost();
beforeEach(() => localStorage.clear());
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));

const video = storedFile({ type: 'welcome-video' });
const without = { welcomeVideo: null, activateWelcomeVideo: false };

it('uploads a video and follows its processing until it is ready', async () => {
  const sent = mockEndpoint('POST /performers/welcome-video/upload', { ...video, status: 'processing', progress: 0, sources: [] });
  mockEndpoint('GET /users/me', performer({ ...without, welcomeVideo: { ...video, status: 'processing', progress: 30, sources: [] } }));
  renderScreen(<WelcomeSection />, { user: performer(without) });
  expect(screen.getByText('You don’t have a welcome video yet.')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Choose a welcome video'), chosenFile('hello.mp4', 'video/mp4'));
  expect(await screen.findByText('Processing: 30%. You can leave this page.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('shows why a video could not be processed', () => {
  const broken = { ...video, status: 'error' as const, failure: 'The video is longer than 5 minutes.' };
  renderScreen(<WelcomeSection />, { user: performer({ ...without, welcomeVideo: broken }) });
  expect(screen.getByText('The video is longer than 5 minutes.')).toBeVisible();
});

it('switches the video on for visitors', async () => {
  const saved = mockEndpoint('PUT /performers/:id', performer({ ...without, activateWelcomeVideo: true }));
  renderScreen(<WelcomeSection />, { user: performer(without) });
  await userEvent.click(screen.getByRole('switch', { name: 'Show to visitors' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes saved')).toBeVisible();
  await waitFor(() => expect(saved[0]?.body).toEqual({ activateWelcomeVideo: true }));
});
