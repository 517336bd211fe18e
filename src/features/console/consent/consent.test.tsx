/** Releases in the console, and the record sheet. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { operator, performer } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../tests/kit/fixtures/payments';
import { release as anyRelease } from '../../../../tests/kit/fixtures/release';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { RecordPage } from './record-page';
import { ReleasesScreen } from './releases-screen';

startFakeHost();
afterEach(() => toasts.read().forEach(({ id }) => dismissToast(id)));

type Release = ResponseOf<'GET /admin/releases/search'>['data'][number];
type RecordSheet = ResponseOf<'GET /admin/items/:id/record'>;
const at = '2026-05-01T10:00:00.000Z';
const id = '0198c0de-0000-7000-8000-0000000a0001';
const { _id, name, username, avatar } = performer();
const person = { _id, name, username, avatar, isPerformer: true, isVerified: true, isOnline: false };
const release = (changes: Partial<Release> = {}): Release => ({
  ...anyRelease({ items: 2 }),
  performer: person,
  decidedBy: null,
  ...changes,
});
const openReleases = () => renderScreen(<ReleasesScreen />, { user: operator(), path: '/admin/releases' });
const press = async (button: string) => userEvent.click(await screen.findByRole('button', { name: button }));

test('a release is approved after both documents are shown', async () => {
  mockEndpoint('GET /admin/releases/search', singlePage(release()));
  const requests = mockEndpoint('POST /admin/releases/:id/decide', release({ status: 'approved' }));
  openReleases();
  await press('Review');
  const sheet = within(await screen.findByRole('dialog', { name: 'Release of Mina Roth' }));
  expect(sheet.getByText('Signed form')).toBeVisible();
  await userEvent.click(sheet.getByRole('button', { name: 'Approve' }));
  await press('Approve release');
  expect(await screen.findByText('Release approved')).toBeVisible();
  expect(requests[0]?.body).toEqual({ decision: 'approved' });
});

test.each([
  ['waiting', 'Review', 'Reject', 'Reject release', 'rejected', 'Release rejected'],
  ['approved', 'Open', 'End release', 'End release', 'withdrawn', 'Release ended'],
] as const)(
  'a release that is %s can be rejected or ended with a reason',
  async (status, button, action, actionLabel, decision, message) => {
    mockEndpoint('GET /admin/releases/search', singlePage(release({ status })));
    const requests = mockEndpoint('POST /admin/releases/:id/decide', release({ status: decision }));
    openReleases();
    await press(button);
    await press(action);
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.type(dialog.getByLabelText('Message to the creator'), 'No signature.');
    await userEvent.click(dialog.getByRole('button', { name: actionLabel }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(requests[0]?.body).toEqual({ decision, note: 'No signature.' });
  },
);

test('a record sheet lists each person with their consent and its history', async () => {
  const verifiedIdentity = { legalName: 'Ada Byron', dateOfBirth: '1990-01-01', verifiedAt: at, papers: [] };
  const sheet: RecordSheet = {
    _id: id,
    kind: 'video',
    title: 'Two of us',
    state: 'published',
    consent: 'given',
    createdAt: at,
    publishedAt: at,
    deletedAt: null,
    publisher: { person, ...verifiedIdentity },
    people: [
      {
        _id: id,
        person: null,
        release: { _id: id, name: 'Mina Roth' },
        consent: 'accepted',
        isRemoved: false,
        legalName: 'Mina Roth',
        dateOfBirth: '1990-05-01',
        verifiedAt: at,
        papers: [],
        releasePapers: [release().form, release().identity],
        history: [{ event: 'asked', at }],
      },
    ],
  };
  mockEndpoint('GET /admin/items/:id/record', sheet);
  renderScreen(<RecordPage />, { user: operator(), path: `/admin/content/records/${id}`, query: { id } });
  expect(await screen.findByText('Two of us')).toBeVisible();
  const shown = within(screen.getByRole('region', { name: 'Mina Roth' }));
  expect(shown.getByText('Agreed')).toBeVisible();
  expect(shown.getByText('Requested')).toBeVisible();
  expect(screen.getByText('Ada Byron')).toBeVisible();
});
