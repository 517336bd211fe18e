/** Consent to content in which the user appears; releases and their documents. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { performer } from '../../../../tests/kit/fixtures/accounts';
import { performerCardOf } from '../../../../tests/kit/fixtures/cards';
import { post } from '../../../../tests/kit/fixtures/content';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { release } from '../../../../tests/kit/fixtures/release';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { ConsentScreen } from './consent-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type Appearance = ResponseOf<'GET /appearances'>['data'][number];
const at = '2026-05-01T10:00:00.000Z';
const id = '0198c0de-0000-7000-8000-0000000a0001';

const appearance = (changes: Partial<Appearance> = {}): Appearance => ({
  _id: id,
  consent: 'asked',
  version: 3,
  link: '/post/first-post',
  item: post(),
  askedAt: at,
  answeredAt: null,
  ...changes,
});
const mockAppearances = (...rows: Appearance[]) => mockEndpoint('GET /appearances', { ...singlePage(...rows), waiting: rows.length });
const open = (path = '/creator/consent') => renderScreen(<ConsentScreen />, { user: performer(), path });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('agreeing is sent with the version of the content that was displayed', async () => {
  mockAppearances(appearance());
  const requests = mockEndpoint('POST /appearances/:id/answer', { _id: id, consent: 'accepted', version: 3 });
  open();
  expect(await screen.findByRole('link', { name: 'Good morning from the studio.' })).toHaveAttribute('href', '/post/first-post');
  await press('Agree');
  expect(await screen.findByText('You agreed to be shown')).toBeVisible();
  expect(requests[0]?.body).toEqual({ answer: 'accept', version: 3 });
});

test.each([
  ['asked', 'Refuse', 'Refuse', 'refuse', /No one can see it anymore, including buyers/, 'It’s no longer visible'],
  ['accepted', 'Withdraw consent', 'Withdraw consent', 'refuse', /taken down immediately, including for buyers/, 'It’s no longer visible'],
  ['asked', 'Not me', 'Remove my name', 'not-me', /can be published without you/, 'Your name was removed'],
] as const)('for something %s, %s shows the consequence first', async (consent, button, actionLabel, sent, consequence, confirmation) => {
  mockAppearances(appearance({ consent }));
  const requests = mockEndpoint('POST /appearances/:id/answer', { _id: id, consent: 'declined', version: 3 });
  open();
  await press(button);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(consequence)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: actionLabel }));
  expect(await screen.findByText(confirmation)).toBeVisible();
  expect(requests[0]?.body).toEqual({ answer: sent, version: 3 });
});

const liveShow = (changes: Partial<Extract<Appearance['item'], { kind: 'show' }>> = {}): Appearance['item'] => ({
  kind: 'show',
  _id: id,
  title: '',
  performer: performerCardOf('Bruno'),
  status: 'ahead',
  isRecording: false,
  startedAt: null,
  endedAt: null,
  ...changes,
});

test('a request for the next live show says whether the consent covers its recording', async () => {
  mockAppearances(appearance({ item: liveShow(), link: null }));
  open();
  expect(await screen.findByText('Next live stream')).toBeVisible();
  expect(screen.getByText('If it’s recorded, we’ll ask you again before the recording is published.')).toBeVisible();
  await press('Refuse');
  expect(await screen.findByText(/Your name isn’t shown, and the live stream can’t start with you in it/)).toBeVisible();
});

test('a running show is linked, and withdrawing consent shows the consequence first', async () => {
  const item = liveShow({ title: 'Two of us', status: 'live', isRecording: true, startedAt: at });
  mockAppearances(appearance({ item, link: '/live/bruno', consent: 'accepted' }));
  const requests = mockEndpoint('POST /appearances/:id/answer', { _id: id, consent: 'withdrawn', version: 3 });
  open();
  expect(await screen.findByRole('link', { name: 'Two of us' })).toHaveAttribute('href', '/live/bruno');
  await press('Withdraw consent');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(
    dialog.getByText(/Your name is removed from the live stream immediately, and we’ll ask the creator to take you off camera/),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw consent' }));
  expect(await screen.findByText('You withdrew your consent')).toBeVisible();
  expect(requests[0]?.body).toEqual({ answer: 'refuse', version: 3 });
});

test('replying to content that has changed shows an error, and reloads the content', async () => {
  mockAppearances(appearance());
  mockError('POST /appearances/:id/answer', 'appearance_changed');
  open();
  await screen.findByRole('button', { name: 'Agree' });
  mockAppearances(appearance({ version: 4 }));
  await press('Agree');
  expect(await screen.findByText(/This changed after you opened it/)).toBeVisible();
  const requests = mockEndpoint('POST /appearances/:id/answer', { _id: id, consent: 'accepted', version: 4 });
  await press('Dismiss');
  await press('Agree');
  await screen.findByText('You agreed to be shown');
  expect(requests[0]?.body).toMatchObject({ version: 4 });
});

test('a release requires a name, two dates and two documents, and is sent with them', async () => {
  mockEndpoint('GET /performer/releases', singlePage());
  const requests = mockEndpoint('POST /performer/releases', release());
  open('/creator/consent?tab=releases');
  await screen.findByText('No releases yet');
  await press('Add release');
  const sheet = within(await screen.findByRole('dialog', { name: 'Add release' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Add release' }));
  expect(sheet.getByText('Choose the signed form.')).toBeVisible();
  expect(sheet.getByLabelText('Full name')).toHaveFocus();
  await userEvent.type(sheet.getByLabelText('Full name'), 'Mina Roth');
  await userEvent.type(sheet.getByLabelText('Date of birth'), '1990-05-01');
  await userEvent.type(sheet.getByLabelText('Signed on'), '2026-01-10');
  const documentFile = new File(['x'], 'document.png', { type: 'image/png' });
  await userEvent.upload(sheet.getByLabelText(/Choose the signed form/), documentFile);
  await userEvent.upload(sheet.getByLabelText(/Choose a photo of their ID/), documentFile);
  await userEvent.click(sheet.getByRole('button', { name: 'Add release' }));
  expect(await screen.findByText(/Release added/)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('only a release that is not in use can be deleted', async () => {
  mockEndpoint('GET /performer/releases', singlePage(release({ name: 'Used', items: 2 }), release({ _id: id.replace('0001', '0002') })));
  const requests = mockEndpoint('DELETE /performer/releases/:id', { deleted: true });
  open('/creator/consent?tab=releases');
  await press('Delete');
  await press('Delete release');
  expect(await screen.findByText('Release for Mina Roth deleted')).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
});
