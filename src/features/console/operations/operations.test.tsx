/** Jobs, inbox and notes: failed jobs are retried after a confirmation, an error keeps a typed reply, authors can delete their notes. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { InboxScreen } from './inbox-screen';
import { JobsScreen } from './jobs-screen';
import { NotesPanel } from './notes-panel';

startFakeHost();
const user = operator();
const at = '2026-03-04T05:06:07.000Z';
const id = '0198a000-0000-7000-8000-000000000001';

const job: ResponseOf<'POST /admin/jobs/:id/retry'> = {
  _id: id,
  queue: 'mail/deliver',
  about: [{ name: 'mailId', id }],
  state: 'failed',
  tries: 9,
  triesMax: 9,
  failure: 'connection refused',
  runsAt: null,
  createdAt: at,
  updatedAt: at,
};
const message: ResponseOf<'POST /admin/inbox/:id/answer'> = {
  _id: id,
  name: 'Wilma',
  email: 'wilma@example.com',
  message: 'Where are my receipts?',
  reply: null,
  createdAt: at,
};
const pageOf = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });

it('a failed job shows its error and is retried after a confirmation', async () => {
  mockEndpoint('GET /admin/jobs/search', { ...pageOf(job), queues: [{ queue: 'mail/deliver', failed: 1 }] });
  const requests = mockEndpoint('POST /admin/jobs/:id/retry', { ...job, state: 'retry' as const });
  renderScreen(<JobsScreen />, { user, path: '/admin/jobs' });
  expect(await screen.findByText('connection refused')).toBeInTheDocument();
  expect(screen.getByText('1 job failed')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try mail/deliver again' }));
  expect(requests).toHaveLength(0);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(requests).toHaveLength(1));
});

it('a reply needs text, and an error keeps the typed text', async () => {
  mockEndpoint('GET /admin/inbox/search', pageOf(message));
  mockError('POST /admin/inbox/:id/answer', 'already_so');
  renderScreen(<InboxScreen />, { user, path: '/admin/inbox' });
  await userEvent.click(await screen.findByRole('button', { name: 'Open message from Wilma' }));
  const dialog = screen.getByRole('dialog', { name: 'Message from Wilma' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(await within(dialog).findByText('Enter a reply.')).toBeInTheDocument();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Your reply' }), 'In your wallet.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(await within(dialog).findByText('This is already done.')).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: 'Your reply' })).toHaveValue('In your wallet.');
});

it('operators can delete their own notes only', async () => {
  const note = { _id: id, text: 'Called twice.', author: null, isOwn: false, createdAt: at };
  mockEndpoint('GET /admin/users/:id/notes', pageOf(note, { ...note, _id: id.replace(/1$/, '2'), text: 'Sent receipts.', isOwn: true }));
  const requests = mockEndpoint('DELETE /admin/users/:id/notes/:noteId', { deleted: true as const });
  renderScreen(<NotesPanel accountId={id} name="Wilma" />, { user });
  expect(await screen.findByText('Called twice.')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Delete note' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Delete note' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(requests).toHaveLength(1));
});
