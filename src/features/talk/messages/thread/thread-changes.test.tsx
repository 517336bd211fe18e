/** Changes of sent messages in a thread: reactions and edits. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { message } from '../../../../../tests/kit/fixtures/chats';
import { mockEndpoint, mockError } from '../../../../../tests/kit/screens/fake-host';
import { mockThread, openThread, ownMessage, startTestThreads } from '../../../../../tests/kit/screens/threads';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../../tests/kit/screens/next-dynamic'));

startTestThreads();

const findButton = (name: RegExp) => screen.findByRole('button', { name });

describe('reactions', () => {
  const like = { emoji: '👍', total: 1, isMine: false };

  it('are shown on the message, and a press adds or removes the own one at once', async () => {
    mockThread([message(1, { reactions: [like] })]);
    const added = mockEndpoint('PUT /messages/:id/reactions/:emoji', message(1, { reactions: [{ ...like, total: 2, isMine: true }] }));
    const removed = mockEndpoint('DELETE /messages/:id/reactions/:emoji', message(1, { reactions: [like] }));
    openThread();
    await userEvent.click(await screen.findByRole('button', { name: '👍: 1 reaction', pressed: false }));
    const own = await screen.findByRole('button', { name: '👍: 2 reactions', pressed: true });
    await waitFor(() => expect(added).toMatchObject([{ params: { id: message(1)._id, emoji: '👍' } }]));
    await userEvent.click(own);
    expect(await screen.findByRole('button', { name: '👍: 1 reaction', pressed: false })).toBeVisible();
    await waitFor(() => expect(removed).toHaveLength(1));
  });

  it('are chosen from the usual emoji or from all of them', async () => {
    mockThread([message(1)]);
    const added = mockEndpoint('PUT /messages/:id/reactions/:emoji', message(1, { reactions: [{ ...like, isMine: true }] }));
    openThread();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    await userEvent.click(within(screen.getByRole('group', { name: 'React' })).getByRole('button', { name: '👍' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await screen.findByRole('button', { name: '👍: 1 reaction', pressed: true })).toBeVisible();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    await userEvent.click(screen.getByRole('button', { name: 'More emoji' }));
    await userEvent.click(within(await screen.findByRole('group', { name: 'Emoji' })).getByRole('button', { name: 'halo' }));
    await waitFor(() => expect(added.map(({ params }) => params.emoji)).toEqual(['👍', '😇']));
  });

  it('are taken back, with the reason, when they are rejected', async () => {
    mockThread([message(1)]);
    mockError('PUT /messages/:id/reactions/:emoji', 'blocked_by_performer', { message: 'This creator doesn’t accept messages from you.' });
    openThread();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    await userEvent.click(within(screen.getByRole('group', { name: 'React' })).getByRole('button', { name: '👍' }));
    expect(await screen.findByText('This creator doesn’t accept messages from you.')).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Reactions' })).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  const recent = () => new Date().toISOString();
  const startEdit = async () => {
    await userEvent.click(await findButton(/^Actions for message from you/));
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    return screen.findByRole('textbox', { name: 'Message text' });
  };

  it('changes the text of a recent message in its place and marks it', async () => {
    mockThread([ownMessage(1, { text: 'See you at eihgt', createdAt: recent() })]);
    const edited = mockEndpoint('PUT /messages/:id', ownMessage(1, { text: 'See you at eight', isEdited: true, createdAt: recent() }));
    openThread();
    const field = await startEdit();
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.type(field, 'See you at eight');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('See you at eight')).toBeVisible();
    expect(screen.getByText('Edited')).toBeVisible();
    expect(edited).toMatchObject([{ params: { id: message(1)._id }, body: { text: 'See you at eight' } }]);
    expect(document.activeElement).toHaveAttribute('id', `message-${message(1)._id}`);
  });

  it('is canceled with Escape and saved with Ctrl and Enter', async () => {
    mockThread([ownMessage(1, { text: 'One', createdAt: recent() })]);
    const edited = mockEndpoint('PUT /messages/:id', ownMessage(1, { text: 'One, two', isEdited: true, createdAt: recent() }));
    openThread();
    await userEvent.type(await startEdit(), ', three{Escape}');
    expect(screen.getByText('One')).toBeVisible();
    await userEvent.type(await startEdit(), ', two{Control>}{Enter}{/Control}');
    expect(await screen.findByText('One, two')).toBeVisible();
    expect(edited).toHaveLength(1);
  });

  it('keeps what was typed when it is rejected', async () => {
    mockThread([ownMessage(1, { text: 'One', createdAt: recent() })]);
    mockError('PUT /messages/:id', 'message_not_editable', { message: 'This message can’t be edited anymore.' });
    openThread();
    const field = await startEdit();
    await userEvent.type(field, ', two');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This message can’t be edited anymore.')).toBeVisible();
    expect(field).toHaveValue('One, two');
  });

  it.each([
    ['an older message', ownMessage(1)],
    ['a message that was bought', ownMessage(1, { createdAt: recent(), isBought: true })],
    ['a tip', ownMessage(1, { createdAt: recent(), type: 'tip', tip: 5 })],
  ])('is not offered for %s', async (_, item) => {
    mockThread([item]);
    openThread();
    await userEvent.click(await findButton(/^Actions for message from you/));
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it("is not offered for the other person's messages", async () => {
    mockThread([message(1, { createdAt: recent() })]);
    openThread();
    await userEvent.click(await findButton(/^Actions for message from Ada/));
    expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });
});
