/** What can be done in a thread on the screen: paying, answering, deleting, and writing. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { finn, locked, message, photo } from '../../../../../tests/kit/answers/chats';
import { answer, cutOff, refuse } from '../../../../../tests/kit/screens/fake-host';
import { profileOfAda, tip } from '../../../../../tests/kit/answers/payments';
import { fanKnown } from '../../../../../tests/kit/answers/fans';
import { field, host, id, log, open, openToLeave, own, startTestThreads } from '../../../../../tests/support/threads';
import { messageChanged } from '../store/threads.slice';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));

startTestThreads();

describe('photos, tips and prices', () => {
  it('opens photos over the whole screen', async () => {
    host([message(1, { type: 'media', text: '', files: [photo()] })]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Open Photo of Ada, 1 of 1' }));
    expect(await screen.findByRole('dialog', { name: 'Photo 1 of 1' })).toBeInTheDocument();
  });

  it('says how far a file is that is being made ready', async () => {
    host([message(1, { type: 'media', text: '', files: [photo({ url: null, status: 'processing', progress: 40 })] })]);
    open();
    expect(await screen.findByText('Processing 40 %')).toBeVisible();
  });

  it('shows a tip with its words', async () => {
    host([own(1, { type: 'tip', tip: 20, text: 'For the show' })]);
    open();
    expect(await screen.findByText('Tip of 20 tokens')).toBeVisible();
    expect(screen.getByText('For the show')).toBeVisible();
  });

  it('sells a priced message to the fan, and shows it in the thread at once', async () => {
    host([locked(1, 5)]);
    answer('GET /performers/:id', profileOfAda());
    const item = message(1, { text: 'The whole of the evening', isSale: true, price: 5, isBought: true, files: [photo()] });
    const paid = answer('POST /wallet/charges/message/:id', { ...tip(5), type: 'message', targetId: item._id, balanceAfter: 95, item });
    open();
    expect(await screen.findByText('The whole of the evening begins…')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for 5.00' }));
    const dialog = await screen.findByRole('dialog', { name: 'Unlock this message' });
    expect(within(dialog).getByText('You pay 5 · Ada receives 4 · site keeps 1')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unlock for 5.00' }));
    expect(await screen.findByText('The whole of the evening')).toBeVisible();
    expect(paid[0]?.body).toEqual({ expectedPrice: 5 });
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
  });

  it('takes no money while the browser is offline', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    host([locked(1, 5)]);
    open();
    expect(await screen.findByText('It can be unlocked when you are online again.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Unlock for 5.00' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Tip' })).toBeDisabled();
  });

  it('tells the performer whether what she sent was bought', async () => {
    const sold = { sender: { ...finn(), ...{ _id: performer()._id, name: 'Ada' } }, isSale: true, price: 5, files: [photo()] };
    host([message(1, { ...sold, senderId: performer()._id }), message(2, { ...sold, senderId: performer()._id, isBought: true })], {
      recipient: finn(),
    });
    refuse('GET /performer/fans/:id', 'user_not_found');
    open(performer());
    expect(await screen.findByText('5.00 · Sent, not bought')).toBeVisible();
    expect(screen.getByText('5.00 · Bought')).toBeVisible();
  });

  it('tells the performer anew what the fan spent when the fan has paid for something', async () => {
    const sold = message(1, { senderId: performer()._id, isSale: true, price: 5, files: [photo()] });
    host([sold], { recipient: finn() });
    answer('GET /performer/fans/:id', fanKnown({ totalSpent: 20 }));
    answer('GET /performer/lists', []);
    const { store } = open(performer());
    const panel = await screen.findByRole('region', { name: /^About/ });
    expect(await within(panel).findByText('20.00')).toBeVisible();
    await screen.findByText('5.00 · Sent, not bought');
    answer('GET /performer/fans/:id', fanKnown({ totalSpent: 25 }));
    act(() => void store.dispatch(messageChanged({ ...sold, isBought: true })));
    expect(await within(panel).findByText('25.00')).toBeVisible();
  });

  it('opens no dialog over the page that somebody has gone to meanwhile', async () => {
    host([message(1)]);
    let bring: () => void = () => undefined;
    const asked = answer('GET /performers/:id', async () => {
      await new Promise<void>((resolve) => (bring = resolve));
      return profileOfAda();
    });
    const { store } = openToLeave();
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    const tipped: boolean[] = [];
    store.subscribe(() => tipped.push(store.getState().dialogs.tip.performer !== null));
    bring();
    // Another answer of the host comes after that one.
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await log();
    expect(tipped).not.toContain(true);
  });

  it('sends a tip that is told in the conversation', async () => {
    host([message(1)]);
    answer('GET /performers/:id', profileOfAda());
    const tipped = answer('POST /wallet/charges/tip/:id', tip(10));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Tip' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tip Ada' });
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Own amount/ }), '10');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send 10 tokens' }));
    await waitFor(() => expect(tipped[0]?.body).toEqual({ price: 10, text: '', conversationId: id }));
  });
});

describe('what can be done about a message', () => {
  const more = (name: RegExp) => screen.findByRole('button', { name });

  it('answers it: its words stand above the composer and go along', async () => {
    host([message(1, { text: 'Do you like it?' })]);
    const sent = answer('POST /messages/conversations/:id', own(2));
    open();
    await userEvent.click(await more(/^More for the message of Ada/));
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(screen.getByText('In answer to Ada')).toBeVisible();
    await userEvent.type(await field(), 'Yes');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'Yes', replyToId: message(1)._id }));
    expect(screen.queryByText('In answer to Ada')).not.toBeInTheDocument();
  });

  it('leads from an answer to what it answers', async () => {
    host([
      message(1, { text: 'First of all' }),
      own(2, { replyTo: { _id: message(1)._id, senderId: performer()._id, text: 'First of all', isDeleted: false } }),
    ]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^In answer to/ }));
    await waitFor(() => expect(document.activeElement).toHaveAttribute('id', `message-${message(1)._id}`));
  });

  it('deletes an own one once that is confirmed', async () => {
    host([own(1, { text: 'A mistake' })]);
    const removed = answer('DELETE /messages/:id', own(1, { isDeleted: true }));
    open();
    await userEvent.click(await more(/^More for the message of yours/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('alertdialog', { name: 'Delete this message?' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(removed).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('A mistake')).not.toBeInTheDocument());
  });

  it('says once why one could not be deleted, and not when a thread is opened later', async () => {
    host([own(1, { text: 'A mistake' })]);
    refuse('DELETE /messages/:id', 'internal_error', { message: 'It could not be deleted.' });
    openToLeave();
    await userEvent.click(await more(/^More for the message of yours/));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete message' }));
    const shown = await screen.findByText('It could not be deleted.');
    act(() => toasts.read().forEach(({ id: toast }) => dropToast(toast)));
    expect(shown).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move' }));
    await screen.findByText('A mistake');
    expect(toasts.read()).toEqual([]);
  });

  it('offers no deletion of what the other one wrote', async () => {
    host([message(1)]);
    open();
    await userEvent.click(await more(/^More for the message of Ada/));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });
});

describe('writing', () => {
  it('sends the words and empties the field', async () => {
    host([message(1)]);
    const sent = answer('POST /messages/conversations/:id', ({ body }) => own(2, { text: (body as { text: string }).text }));
    open();
    await userEvent.type(await field(), ' Hello there ');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await within(await log()).findByText('Hello there')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ text: 'Hello there', expectedPrice: 0 });
    expect(await field()).toHaveValue('');
    await waitFor(() => expect(localStorage.getItem(`draft:${fan()._id}:message:${id}`)).toBeNull());
  });

  it('says why a message was not sent, and sends it again', async () => {
    host([message(1)]);
    refuse('POST /messages/conversations/:id', 'insufficient_balance');
    open();
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^Not sent\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/wallet');
    answer('POST /messages/conversations/:id', own(2, { text: 'Hello' }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument());
    expect(await within(await log()).findByText('Hello')).toBeVisible();
  });

  it('says why messages wait though the browser is online', async () => {
    host([message(1)]);
    cutOff('POST /messages/conversations/:id');
    open();
    await userEvent.type(await field(), 'One');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Not sent yet, trying again')).toBeVisible();
    await userEvent.type(await field(), 'Two');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waits for the message above')).toBeVisible();
    expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument();
  });

  it('keeps what waits for the connection, and lets it be taken back', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    host([message(1)]);
    cutOff('POST /messages/conversations/:id');
    open();
    await userEvent.type(await field(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Waiting for connection')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByText('Waiting for connection')).not.toBeInTheDocument());
  });

  it('keeps what was typed for the next time', async () => {
    host([message(1)]);
    const { unmount } = open();
    await userEvent.type(await field(), 'Half a sentence');
    unmount();
    open();
    await waitFor(async () => expect(await field()).toHaveValue('Half a sentence'));
  });

  it('says what a message costs and what is left after it', async () => {
    host([message(1)], { messagePrice: 2 });
    open();
    expect(await screen.findByText('Each message costs 2.00. Balance after it: 98.00.')).toBeVisible();
  });

  it('puts signs where the cursor is', async () => {
    host([message(1)]);
    open();
    await userEvent.type(await field(), 'Hi');
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    await userEvent.click(await screen.findByRole('button', { name: 'fire' }));
    expect(await field()).toHaveValue('Hi🔥');
  });

  it('is sent by Enter where there is a mouse, and goes on in a new line with Shift', async () => {
    host([message(1)]);
    const sent = answer('POST /messages/conversations/:id', own(2));
    const { matchMedia } = window;
    const asked = jest.spyOn(window, 'matchMedia');
    asked.mockImplementation((media) => Object.defineProperty(matchMedia(media), 'matches', { value: media.includes('fine') }));
    open();
    await waitFor(async () => expect(await field()).toHaveFocus());
    await userEvent.type(await field(), 'One{Shift>}{Enter}{/Shift}Two{Enter}');
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ text: 'One\nTwo' }));
  });

  it('counts when few signs are left', async () => {
    host([message(1)]);
    open();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(1900) } });
    expect(await screen.findByText('1900 / 2000')).toBeVisible();
  });

  it('sends photos with it once they are there', async () => {
    host([message(1)]);
    // jsdom cannot make addresses of files.
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    answer('POST /messages/public/file/photo', photo());
    const sent = answer('POST /messages/conversations/:id', own(2, { files: [photo()] }));
    open();
    await userEvent.upload(
      await screen.findByLabelText('Choose photos and videos'),
      new File(['picture'], 'me.png', { type: 'image/png' }),
    );
    expect(await screen.findByRole('list', { name: 'Files of the message' })).toHaveTextContent('me.png');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ fileIds: [photo()._id] }));
    expect(screen.queryByRole('list', { name: 'Files of the message' })).not.toBeInTheDocument();
  });

  it('says what a performer receives of a price, which needs a file', async () => {
    host([message(1, { sender: finn() })], { recipient: finn() });
    refuse('GET /performer/fans/:id', 'user_not_found');
    open(performer());
    await userEvent.type(await field(), 'For you');
    await userEvent.click(screen.getByRole('button', { name: 'Set price' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Price in tokens' }), '5');
    expect(screen.getByText('You receive 4 · site keeps 1')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/only files can have a price/)).toHaveAttribute('role', 'alert');
  });
});
