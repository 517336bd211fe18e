/** Registering as a performer, step by step. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readDraft, guestDrafts, saveDraft } from '@web/session/drafts';
import { performer } from '../../../../tests/kit/answers/accounts';
import { watchForms } from '../../../../tests/kit/answers/files';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PerformerScreen } from './performer-screen';

startTestHost();
beforeEach(() => {
  localStorage.clear();
  answer('GET /auth/username', { isAvailable: true, reason: null, proposals: [] });
  answer('GET /countries/list', []);
});

const place = 'register-performer';
const about = { name: 'Ada', username: 'ada', email: 'ada@example.com', dateOfBirth: '1999-05-05', gender: 'female', country: 'DE' };
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const paper = (name: string) => new File(['picture'], name, { type: 'image/jpeg' });

/** At the documents, with everything before them filled in. */
async function atDocuments(): Promise<void> {
  saveDraft(guestDrafts, place, { ...about, step: 0 });
  renderScreen(<PerformerScreen />);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Ada'));
  await userEvent.type(screen.getByLabelText('Password'), 'a fine password 7');
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Date of birth')).toBeVisible());
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Choose a picture of your ID')).toBeInTheDocument());
  await userEvent.upload(screen.getByLabelText('Choose a picture of your ID'), paper('id.jpg'));
  await userEvent.upload(screen.getByLabelText('Choose a picture of you holding your ID'), paper('me.jpg'));
}

it('does not go on while a step lacks something', async () => {
  renderScreen(<PerformerScreen />);
  await press('Continue');
  expect(await screen.findByText('Enter the name that others will see.')).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByRole('list', { name: 'Step 1 of 4' })).toBeVisible();
});

it('refuses people under age before anything is sent', async () => {
  const day = `${String(new Date().getFullYear() - 17)}-01-01`;
  saveDraft(guestDrafts, place, { ...about, dateOfBirth: day, step: 1 });
  renderScreen(<PerformerScreen />);
  await screen.findByRole('list', { name: 'Step 2 of 4' });
  await press('Continue');
  await waitFor(() => expect(screen.getByLabelText('Date of birth')).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByRole('list', { name: 'Step 2 of 4' })).toBeVisible();
});

it('keeps the step and its fields through a reload, without password and files', async () => {
  saveDraft(guestDrafts, place, { ...about, step: 0 });
  const { unmount } = renderScreen(<PerformerScreen />);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Ada'));
  await userEvent.type(screen.getByLabelText('Password'), 'a fine password 7');
  await press('Continue');
  await screen.findByRole('list', { name: 'Step 2 of 4' });
  unmount();
  expect(readDraft(guestDrafts, place)).toMatchObject({ step: 1, name: 'Ada' });
  expect(readDraft(guestDrafts, place)).not.toHaveProperty('password');
  renderScreen(<PerformerScreen />);
  expect(await screen.findByRole('list', { name: 'Step 2 of 4' })).toBeVisible();
  expect(screen.getByLabelText('Date of birth')).toHaveValue('1999-05-05');
  await press('Back');
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});

it('sends everything with both papers, and is then in review', async () => {
  const heard = answer('POST /auth/performers/register', {
    registered: true,
    emailVerification: { required: false, sent: true },
    token: 'new',
    expiresAt: null,
    verification: 'pending',
  });
  answer('GET /users/me', performer());
  const sent = watchForms();
  await atDocuments();
  await press('Send for review');
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeVisible();
  expect(heard).toHaveLength(1);
  expect(heard[0]?.body).toMatchObject({ ...about, password: 'a fine password 7' });
  expect(sent()).toEqual({ idVerification: ['id.jpg', 'image/jpeg', 7], documentVerification: ['me.jpg', 'image/jpeg', 7] });
  expect(readDraft(guestDrafts, place)).toBeUndefined();
  expect(screen.getByRole('button', { name: 'Go to my page' })).toBeEnabled();
});

it('goes back to the step that a refusal belongs to, with the field in focus', async () => {
  refuse('POST /auth/performers/register', 'username_taken');
  await atDocuments();
  await press('Send for review');
  await screen.findByRole('list', { name: 'Step 1 of 4' });
  await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(expect.stringContaining('This username is taken.'));
});

it('wants both papers', async () => {
  saveDraft(guestDrafts, place, { ...about, step: 2 });
  renderScreen(<PerformerScreen />);
  await screen.findByRole('list', { name: 'Step 3 of 4' });
  await press('Send for review');
  // The password was not kept: that comes first.
  await screen.findByRole('list', { name: 'Step 1 of 4' });
  expect(await screen.findByText('Choose a password.')).toBeVisible();
});

it('stops sending when the person cancels, and can send again', async () => {
  let isHeld = true;
  let release: () => void = () => undefined;
  const heard = answer('POST /auth/performers/register', async () => {
    if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    return { registered: true, emailVerification: { required: false, sent: true }, token: null, expiresAt: null, verification: 'pending' };
  });
  await atDocuments();
  await press('Send for review');
  await waitFor(() => expect(heard).toHaveLength(1));
  await press('Cancel id.jpg');
  isHeld = false;
  release();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send for review' })).not.toHaveAttribute('aria-busy'));
  await press('Send for review');
  expect(await screen.findByRole('heading', { name: 'In review' })).toBeVisible();
});
