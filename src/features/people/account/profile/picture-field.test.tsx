/** Replacing a picture: how far it is, stopping it, and beginning again. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../../tests/kit/answers/accounts';
import { stored, watchForms } from '../../../../../tests/kit/answers/files';
import { answer, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { PictureField } from './picture-field';
import { ProfileSection } from './profile-section';

startTestHost();
beforeEach(() => {
  localStorage.clear();
  answer('GET /countries/list', []);
  answer('GET /languages/list', []);
});

const choose = async () =>
  userEvent.upload(await screen.findByLabelText('Choose a profile picture'), new File(['picture'], 'me.png', { type: 'image/png' }));

it('is stopped while the host holds its answer, and arrives when it is begun again', async () => {
  let isHeld = true;
  let release: () => void = () => undefined;
  const heard = answer('POST /users/avatar/upload', async () => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    return { ...stored('avatar'), avatar: '/media/new.webp' };
  });
  const sent = watchForms();
  const { store } = renderScreen(<ProfileSection />, { user: fan(), path: '/user/account?section=profile' });
  const before = store.getState().user.current?.avatar;
  await choose();
  await waitFor(() => expect(heard).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel me.png' }));
  expect(await screen.findByText('Stopped')).toBeVisible();
  isHeld = false;
  release();
  expect(store.getState().user.current?.avatar).toBe(before);

  await userEvent.click(screen.getByRole('button', { name: 'Retry me.png' }));
  await waitFor(() => expect(store.getState().user.current?.avatar).toBe('/media/new.webp'));
  expect(heard).toHaveLength(2);
  expect(sent()).toEqual({ avatar: ['me.png', 'image/png', 7] });
});

it('says how much has left, in words and to assistive devices', async () => {
  let report: (sent: number) => void = () => undefined;
  renderScreen(
    <PictureField
      label="Choose a profile picture"
      send={(_file, { onProgress }) => {
        report = onProgress ?? report;
        return new Promise<never>(() => undefined);
      }}
      onDone={() => undefined}
    >
      {null}
    </PictureField>,
  );
  await choose();
  act(() => report(0.42));
  expect(screen.getByText('Sending · 42 %')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: /me.png/ })).toHaveAttribute('aria-valuenow', '42');
  act(() => report(1));
  expect(screen.getByText('Processing · 100 %')).toBeVisible();
});
