/** Registering as a performer, step by step. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDraft, guestDrafts, saveDraft } from '@web/device/drafts';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { watchForms } from '../../../../tests/kit/fixtures/files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PerformerScreen } from './performer-screen';

startFakeHost();
beforeEach(() => {
  localStorage.clear();
  mockEndpoint('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
  mockEndpoint('GET /countries/list', []);
});

const draftKey = 'register-performer';
const details = { name: 'Ada', username: 'ada', email: 'ada@example.com', dateOfBirth: '1999-05-05', gender: 'female', country: 'DE' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const photo = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });

/** Goes to the documents step, with all steps before it filled in. */
async function goToDocuments(): Promise<void> {
  saveDraft(guestDrafts, draftKey, { ...details, step: 0 });
  renderScreen(<PerformerScreen />);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Ada'));
  await userEvent.type(screen.getByLabelText('Password'), 'a fine password 7');
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Date of birth')).toBeVisible());
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Choose a photo of your ID')).toBeInTheDocument());
  await userEvent.upload(screen.getByLabelText('Choose a photo of your ID'), photo('id.jpg'));
  await userEvent.upload(screen.getByLabelText('Choose a photo of you holding your ID'), photo('me.jpg'));
}

it('does not continue while a step is incomplete', async () => {
  renderScreen(<PerformerScreen />);
  await press('Continue');
  expect(await screen.findByText('Enter your display name.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByRole('list', { name: 'Step 1 of 4' })).toBeVisible();
});

it('rejects people under age before anything is sent', async () => {
  const day = `${String(new Date().getFullYear() - 17)}-01-01`;
  saveDraft(guestDrafts, draftKey, { ...details, dateOfBirth: day, step: 1 });
  renderScreen(<PerformerScreen />);
  await screen.findByRole('list', { name: 'Step 2 of 4' });
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Date of birth')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('list', { name: 'Step 2 of 4' })).toBeVisible();
});

it('keeps the step and its fields after a reload, without password and files', async () => {
  saveDraft(guestDrafts, draftKey, { ...details, step: 0 });
  const { unmount } = renderScreen(<PerformerScreen />);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Ada'));
  await userEvent.type(screen.getByLabelText('Password'), 'a fine password 7');
  await press('Continue');
  await screen.findByRole('list', { name: 'Step 2 of 4' });
  unmount();
  expect(readDraft(guestDrafts, draftKey)).toMatchObject({ step: 1, name: 'Ada' });
  expect(readDraft(guestDrafts, draftKey)).not.toHaveProperty('password');
  renderScreen(<PerformerScreen />);
  expect(await screen.findByRole('list', { name: 'Step 2 of 4' })).toBeVisible();
  expect(screen.getByLabelText('Date of birth')).toHaveValue('1999-05-05');
  await press('Back');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it('sends everything with both documents, and is then in review', async () => {
  const requests = mockEndpoint('POST /auth/performers/register', {
    registered: true,
    emailVerification: { required: false, sent: true },
    token: 'new',
    expiresAt: null,
    verification: 'pending',
  });
  mockEndpoint('GET /users/me', performer());
  const sent = watchForms();
  await goToDocuments();
  await press('Submit for review');
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toMatchObject({ ...details, password: 'a fine password 7' });
  expect(sent()).toEqual({ idVerification: ['id.jpg', 'image/jpeg', 7], documentVerification: ['me.jpg', 'image/jpeg', 7] });
  expect(readDraft(guestDrafts, draftKey)).toBeUndefined();
  expect(screen.getByRole('button', { name: 'Go to my profile' })).toBeEnabled();
});

it('goes back to the step of a rejected field, and focuses it', async () => {
  mockError('POST /auth/performers/register', 'username_taken');
  await goToDocuments();
  await press('Submit for review');
  await screen.findByRole('list', { name: 'Step 1 of 4' });
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(expect.stringContaining('This username is taken.'));
});

it('returns to the first step on submit when the password was not restored from the draft', async () => {
  saveDraft(guestDrafts, draftKey, { ...details, step: 2 });
  renderScreen(<PerformerScreen />);
  await screen.findByRole('list', { name: 'Step 3 of 4' });
  await press('Submit for review');
  // The password was not stored: its step comes first.
  await screen.findByRole('list', { name: 'Step 1 of 4' });
  expect(await screen.findByText('Choose a password.')).toBeVisible();
});

it('stops sending when the user cancels, and can send again', async () => {
  let isHeld = true;
  let release: () => void = () => undefined;
  const requests = mockEndpoint('POST /auth/performers/register', async () => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    return { registered: true, emailVerification: { required: false, sent: true }, token: null, expiresAt: null, verification: 'pending' };
  });
  await goToDocuments();
  await press('Submit for review');
  await waitFor(() => expect(requests).toHaveLength(1));
  await press('Cancel id.jpg');
  isHeld = false;
  release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Submit for review' })).not.toHaveAttribute('aria-busy'));
  await press('Submit for review');
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeVisible();
});
