/** Actions in a thread on screen: paying, replying, deleting, and writing. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { finn, locked, message, photo } from '../../../../../tests/kit/fixtures/chats';
import { mockEndpoint, mockNetworkError, mockError } from '../../../../../tests/kit/screens/fake-host';
import { profileOfAda, tip } from '../../../../../tests/kit/fixtures/payments';
import { fanDetails } from '../../../../../tests/kit/fixtures/fans';
import {
  findField,
  mockThread,
  conversationId,
  findLog,
  openThread,
  openToggledThread,
  ownMessage,
  startTestThreads,
} from '../../../../../tests/kit/screens/threads';
import { messageChanged } from '../store/threads.slice';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));

startTestThreads();

describe('photos, tips and prices', () => {
  it('opens photos in full screen', async () => {
    mockThread([message(1, { type: 'media', text: '', files: [photo()] })]);
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Open Photo from Ada, 1 of 1' }));
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeInTheDocument();
  });

  it('shows the progress of a file that is being processed', async () => {
    mockThread([message(1, { type: 'media', text: '', files: [photo({ url: null, status: 'processing', progress: 40 })] })]);
    openThread();
    expect(await screen.findByText('Processing 40%')).toBeVisible();
  });

  it('shows a tip with its text', async () => {
    mockThread([ownMessage(1, { type: 'tip', tip: 20, text: 'For the show' })]);
    openThread();
    expect(await screen.findByText('Tip of 20 tokens')).toBeVisible();
    expect(screen.getByText('For the show')).toBeVisible();
  });

  it('sells a priced message to the fan, and shows its content in the thread immediately', async () => {
    mockThread([locked(1, 5)]);
    mockEndpoint('GET /performers/:id', profileOfAda());
    const item = message(1, { text: 'The whole of the evening', isSale: true, price: 5, isBought: true, files: [photo()] });
    const paid = mockEndpoint('POST /wallet/charges/message/:id', {
      ...tip(5),
      type: 'message',
      targetId: item._id,
      balanceAfter: 95,
      item,
    });
    openThread();
    expect(await screen.findByText('The whole of the evening begins…')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for 5.00' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock this message' });
    expect(within(dialog).getByText('You pay 5 · Ada receives 4 · site keeps 1')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlock for 5.00' }));
    expect(await screen.findByText('The whole of the evening')).toBeVisible();
    expect(paid[0]?.body).toEqual({ expectedPrice: 5 });
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
  });

  it('disables purchases while the browser is offline', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    mockThread([locked(1, 5)]);
    openThread();
    expect(await screen.findByText('You can unlock this when you’re back online.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Tip' })).toBeDisabled();
  });

  it('shows the performer whether a priced message was bought', async () => {
    const sold = { sender: { ...finn(), _id: performer()._id, name: 'Ada' }, isSale: true, price: 5, files: [photo()] };
    mockThread([message(1, { ...sold, senderId: performer()._id }), message(2, { ...sold, senderId: performer()._id, isBought: true })], {
      recipient: finn(),
    });
    mockError('GET /performer/fans/:id', 'user_not_found');
    openThread(performer());
    expect(await screen.findByText('5.00 · Sent, not bought')).toBeVisible();
    expect(screen.getByText('5.00 · Bought')).toBeVisible();
  });

  it("reloads the fan's spending for the performer after the fan has paid", async () => {
    const sold = message(1, { senderId: performer()._id, isSale: true, price: 5, files: [photo()] });
    mockThread([sold], { recipient: finn() });
    mockEndpoint('GET /performer/fans/:id', fanDetails({ totalSpent: 20 }));
    mockEndpoint('GET /performer/lists', []);
    const { store } = openThread(performer());
    const panel = await screen.findByRole('region', { name: /^About/ });
    expect(await within(panel).findByText('20.00')).toBeVisible();
    await screen.findByText('5.00 · Sent, not bought');
    mockEndpoint('GET /performer/fans/:id', fanDetails({ totalSpent: 25 }));
    act(() => void store.dispatch(messageChanged({ ...sold, isBought: true })));
    expect(await within(panel).findByText('25.00')).toBeVisible();
  });

  it('opens no dialog over another page that the user has moved to', async () => {
    mockThread([message(1)]);
    let release: () => void = () => undefined;
    const requests = mockEndpoint('GET /performers/:id', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return profileOfAda();
    });
    const { store } = openToggledThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    const hasTipDialog: boolean[] = [];
    store.subscribe(() => hasTipDialog.push(store.getState().dialogs.tip.performer !== null));
    release();
    // Another API response arrives after this one.
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await findLog();
    expect(hasTipDialog).not.toContain(true);
  });

  it('sends a tip that appears in the conversation', async () => {
    mockThread([message(1)]);
    mockEndpoint('GET /performers/:id', profileOfAda());
    const tipped = mockEndpoint('POST /wallet/charges/tip/:id', tip(10));
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tip Ada' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Other amount/ }), '10');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 10 tokens' }));
    await waitFor(() => expect(tipped[0]?.body).toEqual({ price: 10, text: '', conversationId: conversationId }));
  });
});

describe('actions of a message', () => {
  const findButton = (name: RegExp) => screen.findByRole('button', { name });

  it('reply to it: its text is shown above the composer and sent along', async () => {
    mockThread([message(1, { text: 'Do you like it?' })]);
    const sent = mockEndpoint('POST /messages/conversations/:id', ownMessage(2));
    openThread();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByText('Replying to Ada')).toBeVisible();
    await userEvent.type(await findField(), 'Yes');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'Yes', replyToId: message(1)._id }));
    expect(screen.queryByText('Replying to Ada')).not.toBeInTheDocument();
  });

  it('jump from a reply to the original message', async () => {
    mockThread([
      message(1, { text: 'First of all' }),
      ownMessage(2, { replyTo: { _id: message(1)._id, senderId: performer()._id, text: 'First of all', isDeleted: false } }),
    ]);
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: /^In reply to/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${message(1)._id}`));
  });

  it('delete an own one after a confirmation', async () => {
    mockThread([ownMessage(1, { text: 'A mistake' })]);
    const removed = mockEndpoint('DELETE /messages/:id', ownMessage(1, { isDeleted: true }));
    openThread();
    await userEvent.click(await findButton(/^Actions for message from you/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Delete this message?' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('A mistake')).not.toBeInTheDocument());
  });

  it('show once why one could not be deleted, and not when a thread is opened later', async () => {
    mockThread([ownMessage(1, { text: 'A mistake' })]);
    mockError('DELETE /messages/:id', 'internal_error', { message: 'It could not be deleted.' });
    openToggledThread();
    await userEvent.click(await findButton(/^Actions for message from you/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete message' }));
    const shown = await screen.findByText('It could not be deleted.');
    act(() => toasts.read().forEach(({ id: toast }) => dismissToast(toast)));
    expect(shown).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText('A mistake');
    expect(toasts.read()).toEqual([]);
  });

  it("do not include deleting the other person's messages", async () => {
    mockThread([message(1)]);
    openThread();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
});

describe('writing', () => {
  it('sends the text and empties the field', async () => {
    mockThread([message(1)]);
    const sent = mockEndpoint('POST /messages/conversations/:id', ({ body }) => ownMessage(2, { text: (body as { text: string }).text }));
    openThread();
    await userEvent.type(await findField(), ' Hello there ');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await within(await findLog()).findByText('Hello there')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ text: 'Hello there', expectedPrice: 0 });
    expect(await findField()).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(`draft:${fan()._id}:message:${conversationId}`)).toBeNull());
  });

  it('shows why a message was not sent, and sends it again', async () => {
    mockThread([message(1)]);
    mockError('POST /messages/conversations/:id', 'insufficient_balance');
    openThread();
    await userEvent.type(await findField(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^Not sent\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/wallet');
    mockEndpoint('POST /messages/conversations/:id', ownMessage(2, { text: 'Hello' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument());
    expect(await within(await findLog()).findByText('Hello')).toBeVisible();
  });

  it('shows why messages wait though the browser is online', async () => {
    mockThread([message(1)]);
    mockNetworkError('POST /messages/conversations/:id');
    openThread();
    await userEvent.type(await findField(), 'One');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Not sent yet. Retrying…')).toBeVisible();
    await userEvent.type(await findField(), 'Two');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waiting for the message above')).toBeVisible();
    expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument();
  });

  it('keeps what waits for the connection, and lets it be discarded', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    mockThread([message(1)]);
    mockNetworkError('POST /messages/conversations/:id');
    openThread();
    await userEvent.type(await findField(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waiting for connection')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument());
  });

  it('stores the draft for the next visit', async () => {
    mockThread([message(1)]);
    const { unmount } = openThread();
    await userEvent.type(await findField(), 'Half a sentence');
    unmount();
    openThread();
    await waitFor(async () => expect(await findField()).toHaveValue('Half a sentence'));
  });

  it('shows the price of a message and the balance after it', async () => {
    mockThread([message(1)], { messagePrice: 2 });
    openThread();
    expect(await screen.findByText('Each message costs 2.00 tokens. Balance after sending: 98.00 tokens.')).toBeVisible();
  });

  it('inserts emoji at the cursor', async () => {
    mockThread([message(1)]);
    openThread();
    await userEvent.type(await findField(), 'Hi');
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    await userEvent.click(await screen.findByRole('button', { name: 'fire' }));
    expect(await findField()).toHaveValue('Hi🔥');
  });

  it('sends with Enter where there is a mouse, and starts a new line with Shift', async () => {
    mockThread([message(1)]);
    const sent = mockEndpoint('POST /messages/conversations/:id', ownMessage(2));
    const { matchMedia } = window;
    const mediaQueries = jest.spyOn(window, 'matchMedia');
    mediaQueries.mockImplementation((media) => Object.defineProperty(matchMedia(media), 'matches', { value: media.includes('fine') }));
    openThread();
    await waitFor(async () => expect(await findField()).toHaveFocus());
    await userEvent.type(await findField(), 'One{Shift>}{Enter}{/Shift}Two{Enter}');
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'One\nTwo' }));
  });

  it('shows a character count when few characters are left', async () => {
    mockThread([message(1)]);
    openThread();
    fireEvent.change(await findField(), { target: { value: 'x'.repeat(1900) } });
    expect(await screen.findByText('1900 / 2000')).toBeVisible();
  });

  it('sends photos once they are uploaded', async () => {
    mockThread([message(1)]);
    // jsdom has no object URLs.
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    mockEndpoint('POST /messages/public/file/photo', photo());
    const sent = mockEndpoint('POST /messages/conversations/:id', ownMessage(2, { files: [photo()] }));
    openThread();
    await userEvent.upload(
      await screen.findByLabelText('Choose photos and videos'),
      new File(['picture'], 'me.png', { type: 'image/png' }),
    );
    expect(await screen.findByRole('list', { name: 'Attached files' })).toHaveTextContent('me.png');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ fileIds: [photo()._id] }));
    expect(screen.queryByRole('list', { name: 'Attached files' })).not.toBeInTheDocument();
  });

  it('shows what a performer receives of a price, which requires a file', async () => {
    mockThread([message(1, { sender: finn() })], { recipient: finn() });
    mockError('GET /performer/fans/:id', 'user_not_found');
    openThread(performer());
    await userEvent.type(await findField(), 'For you');
    await userEvent.click(screen.getByRole('button', { name: 'Set price' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price in tokens' }), '5');
    expect(screen.getByText('You receive 4 · site keeps 1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/Add a photo or video before setting a price/)).toHaveAttribute('role', 'alert');
  });
});
