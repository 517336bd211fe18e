/** Messages to many: the list of them with its progress and its way back, and the editor. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { dropUploads } from '@web/uploads/uploads';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { fanList, massMessage, vaultFile } from '../../../../../tests/kit/answers/fans';
import { photoFile } from '../../../../../tests/kit/answers/media-files';
import { answer, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { MassEditorScreen } from './mass-editor';
import { MassScreen } from './mass-screen';

startTestHost();
beforeAll(() => {
  URL.createObjectURL = () => 'blob:preview';
  URL.revokeObjectURL = () => undefined;
});
beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => toasts.read().forEach(({ id }) => dropToast(id)));
  act(() => dropUploads(readUploads().map(({ id }) => id)));
});

const list = 'GET /mass-messages';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });

describe('the list of messages to many', () => {
  const open = (path = '/messages/mass') => renderScreen(<MassScreen />, { user: performer(), path });

  it('tells of each how it stands, who has it, who has read and bought it, and what it brought', async () => {
    const heard = answer(
      list,
      page(
        massMessage({ isSale: true, price: 5, bought: 3, received: 12, recipients: 1240 }),
        massMessage({ _id: 'b', text: 'Tomorrow at eight', status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z', seen: 0 }),
      ),
    );
    open('/messages/mass?status=sent');
    const sent = await screen.findByRole('row', { name: /New pictures for you/ });
    for (const words of ['Sent', '1,240', '120', '3', '12 tokens', '5 tokens']) expect(within(sent).getByText(words)).toBeInTheDocument();
    expect(within(sent).queryByRole('link')).toBeNull();
    const waiting = screen.getByRole('row', { name: /Tomorrow at eight/ });
    expect(within(waiting).getByText('Scheduled')).toBeVisible();
    expect(waiting).toHaveTextContent('May 1, 2031');
    expect(within(waiting).getByRole('link', { name: 'Edit “Tomorrow at eight”' })).toHaveAttribute('href', '/messages/mass/b');
    expect(heard[0]?.query.get('status')).toBe('sent');
    expect(screen.getByRole('link', { name: 'New mass message' })).toHaveAttribute('href', '/messages/mass/new');
  });

  it('moves on while one goes out, until it is out', async () => {
    const stages = [massMessage({ status: 'sending', sent: 60 }), massMessage({ status: 'sending', sent: 180 }), massMessage()];
    answer(list, () => page(stages.length > 1 ? (stages.shift() ?? massMessage()) : massMessage()));
    open();
    expect(await screen.findByText('Sending 60 of 240')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    expect(await screen.findByText('Sending 180 of 240', {}, { timeout: 4000 })).toBeVisible();
    expect(await screen.findByText('Sent', { selector: 'td *' }, { timeout: 4000 })).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
  }, 15_000);

  it('takes one back once it was said who keeps it', async () => {
    let message = massMessage({ isSale: true, price: 5, bought: 3 });
    answer(list, () => page(message));
    const taken = answer('DELETE /mass-messages/:id', () => (message = { ...message, status: 'unsent' }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Unsend “New pictures for you”' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Unsend “New pictures for you”?' });
    expect(dialog).toHaveTextContent('It is taken out of the conversations of 237 fans. 3 fans bought it and keep it.');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(taken).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unsend message' }));
    expect(await screen.findByText('Message unsent')).toBeVisible();
    expect(await screen.findByText('Unsent', { selector: 'td *' })).toBeVisible();
    expect(taken[0]?.params['id']).toBe(message._id);
    expect(screen.queryByRole('button', { name: /^Unsend/ })).toBeNull();
  });

  it('keeps the dialog with the reason when it was refused', async () => {
    answer(list, page(massMessage({ status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z' })));
    refuse('DELETE /mass-messages/:id', 'mass_message_not_found');
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Unsend/ }));
    const dialog = screen.getByRole('alertdialog');
    expect(dialog).toHaveTextContent('It has not gone out yet: nobody gets it.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unsend message' }));
    expect(await within(dialog).findByText('This message does not exist any more.')).toBeVisible();
  });

  it('says what it is for while it is empty, and tries again after a failure', async () => {
    refuse(list, 'too_many_requests');
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    answer(list, page());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No mass messages yet')).toBeVisible();
  });
});

describe('the editor of messages to many', () => {
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
  beforeEach(() => void answer('GET /performer/lists', lists));

  it('counts whom it would reach as lists are chosen, and never has a list on both sides', async () => {
    const counted = answer('POST /mass-messages/count', ({ body }) => ({
      total: (body as { exclude: string[] }).exclude.length > 0 ? 237 : 240,
    }));
    open();
    await choose('Send to', /Subscribers/);
    expect(await screen.findByText('240 fans get it.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send to 240 fans' })).toBeVisible();
    await choose('But not to', /Regulars/);
    expect(await screen.findByText('237 fans get it.')).toBeVisible();
    await choose('But not to', /Subscribers/);
    expect(screen.getByText('Nobody is chosen yet.')).toBeVisible();
    expect(counted.map(({ body }) => body)).toEqual([
      { include: ['subscribers'], exclude: [] },
      { include: ['subscribers'], exclude: [own._id] },
    ]);
  });

  it('offers to count again when counting failed', async () => {
    refuse('POST /mass-messages/count', 'list_not_found');
    open({ id: 'new', to: own._id });
    expect(await screen.findByText('The receivers could not be counted.')).toBeVisible();
    answer('POST /mass-messages/count', { total: 3 });
    await userEvent.click(screen.getByRole('button', { name: 'Count again' }));
    expect(await screen.findByText('3 fans get it.')).toBeVisible();
  });

  it('asks once more above fifty receivers, sends under one key however often it is tried, and leads to the list', async () => {
    answer('POST /mass-messages/count', { total: 240 });
    const refused = refuse('POST /mass-messages', 'too_many_requests');
    const { navigations } = open({ id: 'new', to: 'subscribers' });
    await userEvent.type(await screen.findByLabelText('Text'), 'Hello all');
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 240 fans' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Send to 240 fans?' });
    expect(refused).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 240 fans' }));
    expect(await within(dialog).findByText('Too many tries. Please wait a moment and try again.')).toBeVisible();
    const sent = answer('POST /mass-messages', massMessage({ status: 'sending', sent: 0 }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 240 fans' }));
    await waitFor(() => expect(navigations()).toEqual(['/messages/mass']));
    expect(sent[0]?.body).toEqual({
      ...{ include: ['subscribers'], exclude: [], text: 'Hello all', fileIds: [], isSale: false, scheduledAt: null },
    });
    const [first, second] = [refused[0], sent[0]].map((heard) => heard?.headers.get('idempotency-key'));
    expect(first).toEqual(expect.any(String));
    expect(second).toBe(first);
    expect(localStorage).toHaveLength(0);
  });

  it('sends at once to few, with a price on what was chosen from earlier uploads', async () => {
    const file = vaultFile({ name: 'beach.jpg' });
    answer('POST /mass-messages/count', { total: 3 });
    answer('GET /performer/vault', page(file));
    const sent = answer('POST /mass-messages', massMessage());
    open({ id: 'new', to: own._id });
    await userEvent.type(await screen.findByLabelText(/^Price/), '5');
    expect(screen.getByText('You receive 4 tokens')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 fans' }));
    expect(screen.getByText('What costs something needs a photo or a video.')).toBeVisible();
    expect(screen.getByText('Write something, or add a picture or a video.')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Choose from earlier uploads' }));
    await userEvent.click(await screen.findByRole('button', { name: /beach.jpg/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Attach 1 file' }));
    expect(within(screen.getByRole('list', { name: 'Files of the message' })).getByText('beach.jpg')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send to 3 fans' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ include: [own._id], fileIds: [file._id], isSale: true, price: 5 });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('sends the files of this device as pictures of messages', async () => {
    const stored = photoFile({ type: 'message-photo', name: 'new.png' });
    answer('POST /mass-messages/count', { total: 3 });
    answer('POST /messages/public/file/photo', stored);
    const sent = answer('POST /mass-messages', massMessage());
    open({ id: 'new', to: own._id });
    await userEvent.upload(await screen.findByLabelText('Add photos'), new File(['x'], 'new.png', { type: 'image/png' }));
    expect(await screen.findByText('Done')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Send to 3 fans' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ fileIds: [stored._id] }));
  });

  it('names the time zone of a time, and refuses one that has passed', async () => {
    answer('POST /mass-messages/count', { total: 3 });
    const sent = answer('POST /mass-messages', massMessage({ status: 'scheduled' }));
    open({ id: 'new', to: own._id });
    await userEvent.type(await screen.findByLabelText('Text'), 'Later');
    await userEvent.click(screen.getByRole('radio', { name: 'At a time' }));
    const time = screen.getByLabelText('Send at');
    expect(screen.getByText(`In your time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}.`)).toBeVisible();
    await userEvent.type(time, '2020-05-01T10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule message' }));
    expect(screen.getByText('Choose a time that is still to come.')).toBeVisible();
    await userEvent.clear(time);
    await userEvent.type(time, '2031-05-01T10:00');
    await userEvent.click(screen.getByRole('button', { name: 'Schedule message' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ scheduledAt: new Date('2031-05-01T10:00').toISOString() }));
    expect(await screen.findByText('Message scheduled')).toBeVisible();
  });

  it('keeps what was typed when the page is left', async () => {
    answer('POST /mass-messages/count', { total: 240 });
    const { unmount } = open();
    await choose('Send to', /Subscribers/);
    await userEvent.type(screen.getByLabelText('Text'), 'Unfinished');
    unmount();
    open();
    expect(await screen.findByDisplayValue('Unfinished')).toBeVisible();
    expect(await screen.findByText('240 fans get it.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText('Text')).toHaveValue('');
  });

  it('changes one that waits', async () => {
    const waiting = massMessage({ status: 'scheduled', scheduledAt: '2031-05-01T10:00:00.000Z', isSale: true, price: 5 });
    answer('POST /mass-messages/count', { total: 3 });
    answer('GET /mass-messages/:id', { ...waiting, files: [vaultFile()] });
    const changed = answer('PUT /mass-messages/:id', waiting);
    open({ id: waiting._id });
    const text = await screen.findByLabelText('Text');
    expect(text).toHaveValue('New pictures for you');
    await userEvent.type(text, '!');
    await userEvent.clear(screen.getByLabelText(/^Price/));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(changed).toHaveLength(1));
    expect(changed[0]?.params['id']).toBe(waiting._id);
    expect(changed[0]?.body).toMatchObject({
      ...{ text: 'New pictures for you!', isSale: false, scheduledAt: '2031-05-01T10:00:00.000Z' },
    });
  });

  it('says that what has gone out cannot be changed', async () => {
    answer('GET /mass-messages/:id', massMessage());
    open({ id: massMessage()._id });
    expect(await screen.findByText('It cannot be changed any more')).toBeVisible();
    expect(screen.queryByLabelText('Text')).toBeNull();
  });

  it('is closed to performers whose papers were not approved', async () => {
    open({ id: 'new' }, performer({ verification: 'pending' }));
    expect(await screen.findByText('Your papers are in review')).toBeVisible();
    expect(screen.queryByLabelText('Text')).toBeNull();
  });
});
