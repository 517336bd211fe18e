/** Replacing a photo: progress, canceling, and retrying. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fan } from '../../../../../tests/kit/fixtures/accounts';
import { storedFile, watchForms } from '../../../../../tests/kit/fixtures/files';
import { mockEndpoint, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { PictureField } from './picture-field';
import { ProfileSection } from './profile-section';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => discardUploads(readUploads().map(({ id }) => id)));
beforeEach(() => {
  localStorage.clear();
  mockEndpoint('GET /countries/list', []);
  mockEndpoint('GET /languages/list', []);
});

const choose = async () =>
  userEvent.upload(await screen.findByLabelText('Choose a profile photo'), new File(['picture'], 'me.png', { type: 'image/png' }));

it("an upload can be canceled while the API's response is pending, and succeeds on a retry", async () => {
  let isHeld = true;
  let release: () => void = () => undefined;
  const requests = mockEndpoint('POST /users/avatar/upload', async () => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    return { ...storedFile('avatar'), avatar: '/media/new.webp' };
  });
  const sent = watchForms();
  const { store } = renderScreen(<ProfileSection />, { user: fan(), path: '/user/account?section=profile' });
  const before = store.getState().user.current?.avatar;
  await choose();
  await waitFor(() => expect(requests).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel me.png' }));
  expect(await screen.findByText('Stopped')).toBeVisible();
  isHeld = false;
  release();
  expect(store.getState().user.current?.avatar).toBe(before);

  await userEvent.click(screen.getByRole('button', { name: 'Retry me.png' }));
  await waitFor(() => expect(store.getState().user.current?.avatar).toBe('/media/new.webp'));
  expect(requests).toHaveLength(2);
  expect(sent()).toEqual({ avatar: ['me.png', 'image/png', 7] });
});

it('shows the upload progress, also to assistive technology', async () => {
  let report: (sent: number) => void = () => undefined;
  renderScreen(
    <PictureField
      label="Choose a profile photo"
      type="avatar"
      send={(_file, { onProgress }) => {
        report = onProgress ?? report;
        return new Promise<never>(() => undefined);
      }}
    >
      {null}
    </PictureField>,
  );
  await choose();
  act(() => report(0.42));
  expect(screen.getByText('Sending · 42%')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: /me.png/ })).toHaveAttribute('aria-valuenow', '42');
  act(() => report(1));
  expect(screen.getByText('Sending · 100%')).toBeVisible();
});
