/** Mass messages: the list with progress and unsending, and the editor. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { fanList, massMessage, vaultFile } from '../../../../../tests/kit/fixtures/fans';
import { photoFile } from '../../../../../tests/kit/fixtures/media-files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { MassEditorScreen } from './mass-editor';
import { MassScreen } from './mass-screen';

startFakeHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => toasts.read().forEach(({ id }) => dismissToast(id)));
  act(() => discardUploads(readUploads().map(({ id }) => id)));
});

const list = 'GET /mass-messages';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });

describe('the list of mass messages', () => {
  const open = (path = '/messages/mass') => renderScreen(<MassScreen />, { user: performer(), path });

  it('shows state, recipients, reads, sales and revenue of each', async () => {
    const requests = mockEndpoint(
      list,
      page(
        massMessage({ isSale: true, price: 5, bought: 3, received: 12, recipients: 1240 }),
        massMessage({ _id: 'b', text: 'Tomorrow at eight', status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z', seen: 0 }),
      ),
    );
    open('/messages/mass?status=sent');
    const sent = await screen.findByRole('row', { name: /New pictures for you/ });
    for (const text of ['Sent', '1,240', '120', '3', '12 tokens', '5 tokens']) expect(within(sent).getByText(text)).toBeInTheDocument();
    expect(within(sent).queryByRole('link')).toBeNull();
    const scheduled = screen.getByRole('row', { name: /Tomorrow at eight/ });
    expect(within(scheduled).getByText('Scheduled')).toBeVisible();
    expect(scheduled).toHaveTextContent('May 1, 2031');
    expect(within(scheduled).getByRole('link', { name: 'Edit “Tomorrow at eight”' })).toHaveAttribute('href', '/messages/mass/b');
    expect(requests[0]?.query.get('status')).toBe('sent');
    expect(screen.getByRole('link', { name: 'New mass message' })).toHaveAttribute('href', '/messages/mass/new');
  });

  it('updates while one is being sent, until it is sent', async () => {
    const stages = [massMessage({ status: 'sending', sent: 60 }), massMessage({ status: 'sending', sent: 180 }), massMessage()];
    mockEndpoint(list, () => page(stages.length > 1 ? (stages.shift() ?? massMessage()) : massMessage()));
    open();
    expect(await screen.findByText('Sending 60 of 240')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    expect(await screen.findByText('Sending 180 of 240')).toBeVisible();
    expect(await screen.findByText('Sent', { selector: 'td *' })).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('unsends one after explaining which recipients keep it', async () => {
    let message = massMessage({ isSale: true, price: 5, bought: 3 });
    mockEndpoint(list, () => page(message));
    const requests = mockEndpoint('DELETE /mass-messages/:id', () => (message = { ...message, status: 'unsent' }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Unsend “New pictures for you”' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Unsend “New pictures for you”?' });
    expect(dialog).toHaveTextContent('It will be removed from conversations with 237 fans. 3 fans bought it and keep it.');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(requests).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unsend message' }));
    expect(await screen.findByText('Message unsent')).toBeVisible();
    expect(await screen.findByText('Unsent', { selector: 'td *' })).toBeVisible();
    expect(requests[0]?.params['id']).toBe(message._id);
    expect(screen.queryByRole('button', { name: /^Unsend/ })).toBeNull();
  });

  it('keeps the dialog open with the reason when unsending is rejected', async () => {
    mockEndpoint(list, page(massMessage({ status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z' })));
    mockError('DELETE /mass-messages/:id', 'mass_message_not_found');
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Unsend/ }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('It hasn’t been sent yet. No one will get it.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unsend message' }));
    expect(await within(dialog).findByText('This message no longer exists.')).toBeVisible();
  });

  it('shows what it is for while it is empty, and retries after a failure', async () => {
    mockError(list, 'too_many_requests');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
    mockEndpoint(list, page());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No mass messages yet')).toBeVisible();
  });
});

describe('the editor of mass messages', () => {
  const own = fanList({ name: 'Regulars', total: 3 });
  const lists = [
    fanList({ _id: 'followers', rule: 'followers', name: 'followers', total: 500 }),
    fanList({ _id: 'subscribers', rule: 'subscribers', name: 'subscribers', total: 240 }),
    own,
  ];
  const open = (query: Record<string, string> = { id: 'new' }, user = performer()) =>
    renderScreen(<MassEditorScreen />, { user, path: '/messages/mass/new', query });
  const choose = async (group: string, name: RegExp) =>
    userEvent.click(within(await screen.findByRole('group', { name: group })).getByRole('button', { name }));
  beforeEach(() => void mockEndpoint('GET /performer/lists', lists));

  it('counts the recipients as lists are chosen, and never includes and excludes the same list', async () => {
    const counted = mockEndpoint('POST /mass-messages/count', ({ body }) => ({
      total: (body as { exclude: string[] }).exclude.length > 0 ? 237 : 240,
    }));
    open();
    await choose('Send to', /Subscribers/);
    expect(await screen.findByText('240 fans will get this message.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send to 240 fans' })).toBeVisible();
    await choose('Exclude', /Regulars/);
    expect(await screen.findByText('237 fans will get this message.')).toBeVisible();
    await choose('Exclude', /Subscribers/);
    expect(screen.getByText('No recipients selected.')).toBeVisible();
    expect(counted.map(({ body }) => body)).toEqual([
      { include: ['subscribers'], exclude: [] },
      { include: ['subscribers'], exclude: [own._id] },
    ]);
  });

  it('offers to count again after a failure', async () => {
    mockError('POST /mass-messages/count', 'list_not_found');
    open({ id: 'new', to: own._id });
    expect(await screen.findByText('Couldn’t count the recipients. Try again.')).toBeVisible();
    mockEndpoint('POST /mass-messages/count', { total: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Count again' }));
    expect(await screen.findByText('3 fans will get this message.')).toBeVisible();
  });

  it('asks for confirmation above fifty recipients, retries with the same idempotency key, and opens the list', async () => {
    mockEndpoint('POST /mass-messages/count', { total: 240 });
    const rejectedRequests = mockError('POST /mass-messages', 'too_many_requests');
    const { navigations } = open({ id: 'new', to: 'subscribers' });
    await userEvent.type(await screen.findByLabelText('Text'), 'Hello all');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 240 fans' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Send to 240 fans?' });
    expect(rejectedRequests).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 240 fans' }));
    expect(await within(dialog).findByText('Too many attempts. Wait a moment and try again.')).toBeVisible();
    const sent = mockEndpoint('POST /mass-messages', massMessage({ status: 'sending', sent: 0 }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 240 fans' }));
    await waitFor(() => expect(navigations()).toEqual(['/messages/mass']));
    expect(sent[0]?.body).toEqual({
      include: ['subscribers'],
      exclude: [],
      text: 'Hello all',
      fileIds: [],
      isSale: false,
      scheduledAt: null,
    });
    const [first, second] = [rejectedRequests[0], sent[0]].map((requests) => requests?.headers.get('idempotency-key'));
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect(localStorage).toHaveLength(0);
  });

  it('sends immediately to few recipients, with a price on files from earlier uploads', async () => {
    const file = vaultFile({ name: 'beach.jpg' });
    mockEndpoint('POST /mass-messages/count', { total: 3 });
    mockEndpoint('GET /performer/vault', page(file));
    const sent = mockEndpoint('POST /mass-messages', massMessage());
    open({ id: 'new', to: own._id });
    await userEvent.type(await screen.findByLabelText(/^Price/), '5');
    expect(screen.getByText('You receive 4 tokens')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 fans' }));
    expect(screen.getByText('Add a photo or video before setting a price.')).toBeVisible();
    expect(screen.getByText('Write something, or add a photo or video.')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Choose from earlier uploads' }));
    await userEvent.click(await screen.findByRole('button', { name: /beach.jpg/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Attach 1 file' }));
    expect(within(screen.getByRole('list', { name: 'Attached files' })).getByText('beach.jpg')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send to 3 fans' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ include: [own._id], fileIds: [file._id], isSale: true, price: 5 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('uploads files from this device as message photos', async () => {
    const stored = photoFile({ type: 'message-photo', name: 'new.png' });
    mockEndpoint('POST /mass-messages/count', { total: 3 });
    mockEndpoint('POST /messages/public/file/photo', stored);
    const sent = mockEndpoint('POST /mass-messages', massMessage());
    open({ id: 'new', to: own._id });
    await userEvent.upload(await screen.findByLabelText('Add photos'), new File(['x'], 'new.png', { type: 'image/png' }));
    expect(await screen.findByText('Done')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 fans' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ fileIds: [stored._id] }));
  });

  it('shows the time zone of the scheduled time, and rejects a time in the past', async () => {
    mockEndpoint('POST /mass-messages/count', { total: 3 });
    const sent = mockEndpoint('POST /mass-messages', massMessage({ status: 'scheduled' }));
    open({ id: 'new', to: own._id });
    await userEvent.type(await screen.findByLabelText('Text'), 'Later');
    await userEvent.click(screen.getByRole('radio', { name: 'Schedule for later' }));
    const time = screen.getByLabelText('Send at');
    expect(screen.getByText(`In your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}.`)).toBeVisible();
    await userEvent.type(time, '2020-05-01T10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule message' }));
    expect(screen.getByText('Choose a time in the future.')).toBeVisible();
    await userEvent.clear(time);
    await userEvent.type(time, '2031-05-01T10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule message' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ scheduledAt: new Date('2031-05-01T10:00').toISOString() }));
    expect(await screen.findByText('Message scheduled')).toBeVisible();
  });

  it('keeps what was typed when the page is left', async () => {
    mockEndpoint('POST /mass-messages/count', { total: 240 });
    const { unmount } = open();
    await choose('Send to', /Subscribers/);
    await userEvent.type(screen.getByLabelText('Text'), 'Unfinished');
    unmount();
    open();
    expect(await screen.findByDisplayValue('Unfinished')).toBeVisible();
    expect(await screen.findByText('240 fans will get this message.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText('Text')).toHaveValue('');
  });

  it('saves changes to a scheduled message', async () => {
    const scheduled = massMessage({ status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z', isSale: true, price: 5 });
    mockEndpoint('POST /mass-messages/count', { total: 3 });
    mockEndpoint('GET /mass-messages/:id', { ...scheduled, files: [vaultFile()] });
    const changed = mockEndpoint('PUT /mass-messages/:id', scheduled);
    open({ id: scheduled._id });
    const text = await screen.findByLabelText('Text');
    expect(text).toHaveValue('New pictures for you');
    await userEvent.type(text, '!');
    await userEvent.clear(screen.getByLabelText(/^Price/));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(changed).toHaveLength(1));
    expect(changed[0]?.params['id']).toBe(scheduled._id);
    expect(changed[0]?.body).toMatchObject({
      text: 'New pictures for you!',
      isSale: false,
      scheduledAt: '2031-05-01T10:00:00.000Z',
    });
  });

  it('shows that a sent message cannot be changed', async () => {
    mockEndpoint('GET /mass-messages/:id', massMessage());
    open({ id: massMessage()._id });
    expect(await screen.findByText('This message can’t be edited anymore')).toBeVisible();
    expect(screen.queryByLabelText('Text')).toBeNull();
  });

  it('is closed to performers whose identity documents are not approved', async () => {
    open({ id: 'new' }, performer({ verification: 'pending' }));
    expect(await screen.findByText('Your ID documents are in review')).toBeVisible();
    expect(screen.queryByLabelText('Text')).toBeNull();
  });
});
