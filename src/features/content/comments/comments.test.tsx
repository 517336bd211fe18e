/** Comments: read, written, replied to, edited and deleted; and what guests see. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { fan } from '../../../../tests/kit/fixtures/accounts';
import { comment, post } from '../../../../tests/kit/fixtures/content';
import { storedFile, watchForms } from '../../../../tests/kit/fixtures/files';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { CommentThread } from './comment-thread';
import { LazyComments } from './lazy-comments';

startFakeHost();
afterEach(() => localStorage.clear());

type Comment = ReturnType<typeof comment>;
const objectId = post()._id;
const page = (...data: Comment[]) => ({ data, total: data.length, nextCursor: null });
const thread = (canWrite = true) => <CommentThread objectType="feed" objectId={objectId} canWrite={canWrite} />;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('shows comments, and their replies on demand', async () => {
  const requests = mockEndpoint('GET /comments', ({ query }) =>
    query.get('objectType') === 'comment'
      ? page(comment({ _id: '0198c0de-0000-7000-8000-0000000c0002', objectType: 'comment', content: 'Thank you.' }))
      : page(comment({ totalReply: 1 })),
  );
  renderScreen(thread());
  expect(await screen.findByText('Lovely light.')).toBeInTheDocument();
  await press('Show 1 reply');
  expect(await screen.findByText('Thank you.')).toBeInTheDocument();
  expect(requests[1]?.query.get('objectId')).toBe(comment()._id);
  const replies = screen.getByRole('list', { name: 'Replies to Finn' });
  expect(within(replies).queryByRole('button', { name: /^Reply/ })).not.toBeInTheDocument();
});

it('shows the number of comments immediately, and loads them afterwards', async () => {
  mockEndpoint('GET /comments', page(comment()));
  const shown = { objectType: 'feed', objectId, total: 1 } as const;
  renderScreen(<LazyComments {...shown} access={{ isLocked: false, isPublished: true }} />);
  expect(screen.getByRole('heading', { name: '1 comment' })).toBeInTheDocument();
  expect(await screen.findByText('Lovely light.')).toBeInTheDocument();
});

it('sends a comment once, shows it, and empties the field', async () => {
  mockEndpoint('GET /comments', page());
  renderScreen(thread(), { user: fan() });
  expect(await screen.findByText(/No comments yet/)).toBeInTheDocument();
  const sent = mockEndpoint('POST /comments', comment({ content: 'Bravo' }));
  mockEndpoint('GET /comments', page(comment({ content: 'Bravo', isMine: true })));
  await userEvent.type(screen.getByLabelText('Write a comment'), ' Bravo ');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Post comment' }));
  expect(await screen.findByText('Bravo', { selector: 'p' })).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ objectType: 'feed', objectId, content: 'Bravo' }]);
  expect(screen.getByLabelText('Write a comment')).toHaveValue('');
});

it('keeps text that is typed while a comment is being sent', async () => {
  mockEndpoint('GET /comments', page());
  renderScreen(thread(), { user: fan() });
  let finish: (sent: Comment) => void = () => undefined;
  mockEndpoint('POST /comments', () => new Promise<Comment>((done) => (finish = done)));
  const field = screen.getByLabelText('Write a comment');
  await userEvent.type(field, 'Bravo');
  await press('Post comment');
  await userEvent.type(field, ', and more');
  mockEndpoint('GET /comments', page(comment({ content: 'Bravo', isMine: true })));
  finish(comment({ content: 'Bravo' }));
  expect(await screen.findByText('Bravo', { selector: 'p' })).toBeInTheDocument();
  expect(field).toHaveValue('Bravo, and more');
});

it('keeps typed text after an error, and through a reload', async () => {
  mockEndpoint('GET /comments', page());
  mockError('POST /comments', 'too_many_requests');
  const { unmount } = renderScreen(thread(), { user: fan() });
  await userEvent.type(screen.getByLabelText('Write a comment'), 'Bravo');
  await press('Post comment');
  expect(await screen.findByText(errors.too_many_requests[1])).toBeInTheDocument();
  expect(screen.getByLabelText('Write a comment')).toHaveValue('Bravo');
  unmount();
  renderScreen(thread(), { user: fan() });
  await waitFor(() => expect(screen.getByLabelText('Write a comment')).toHaveValue('Bravo'));
});

it('adds a reply below its comment', async () => {
  const mine = comment({ _id: '0198c0de-0000-7000-8000-0000000c0003', objectType: 'comment', content: 'Agreed', isMine: true });
  let isSent = false;
  mockEndpoint('GET /comments', ({ query }) => {
    if (query.get('objectType') === 'feed') return page(comment());
    return isSent ? page(mine) : page();
  });
  const sent = mockEndpoint('POST /comments', () => {
    isSent = true;
    return mine;
  });
  renderScreen(thread(), { user: fan() });
  await press('Reply to Finn');
  await userEvent.type(await screen.findByLabelText('Reply to Finn', { selector: 'textarea' }), 'Agreed');
  await press('Post reply');
  expect(await screen.findByText('Agreed', { selector: 'p' })).toBeInTheDocument();
  expect(sent[0]?.body).toEqual({ objectType: 'comment', objectId: comment()._id, content: 'Agreed' });
});

it("edits the viewer's own comment and adds a picture", async () => {
  mockEndpoint('GET /comments', page(comment({ isMine: true, mayDelete: true })));
  const forms = watchForms();
  const changed = comment({
    content: 'Lovely evening light.',
    isMine: true,
    isEdited: true,
    image: storedFile('comment-image', { url: 'http://host.test/media/a.webp' }),
  });
  const requests = mockEndpoint('PUT /comments/:id', changed);
  renderScreen(thread(), { user: fan() });
  await press('Edit');
  const field = await screen.findByLabelText('Edit comment');
  expect(field).toHaveValue('Lovely light.');
  await userEvent.clear(field);
  await userEvent.type(field, 'Lovely evening light.');
  await userEvent.upload(screen.getByLabelText('Photo (optional)'), new File(['x'], 'a.png', { type: 'image/png' }));
  await press('Save comment');
  expect(await screen.findByText('Lovely evening light.', { selector: 'p' })).toBeInTheDocument();
  expect(screen.getByText(/· edited/)).toBeInTheDocument();
  expect(requests).toHaveLength(1);
  expect(forms()['file']?.[0]).toBe('a.png');
});

it('deletes a comment after a confirmation that quotes it', async () => {
  mockEndpoint('GET /comments', page(comment({ isMine: true, mayDelete: true })));
  const requests = mockEndpoint('DELETE /comments/:id', { deleted: true });
  renderScreen(thread(), { user: fan() });
  await press('Delete');
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this comment?' });
  expect(within(dialog).getByText(/Lovely light/)).toBeInTheDocument();
  expect(requests).toHaveLength(0);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete comment' }));
  expect(await screen.findByText('This comment was deleted.')).toBeInTheDocument();
  expect(screen.queryByText('Lovely light.')).not.toBeInTheDocument();
});

it('hides editing and deleting from other viewers, and shows guests a login link', async () => {
  mockEndpoint('GET /comments', page(comment()));
  renderScreen(thread(), { path: '/post/first-post' });
  await screen.findByText('Lovely light.');
  expect(screen.queryByRole('button', { name: /^(Edit|Delete)$/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in to comment.' })).toHaveAttribute(
    'href',
    `/auth/login?next=${encodeURIComponent('/post/first-post#comments')}`,
  );
});

it('shows a loading error and retries', async () => {
  mockError('GET /comments', 'service_unavailable');
  renderScreen(thread());
  expect(await screen.findByText(errors.service_unavailable[1])).toBeInTheDocument();
  mockEndpoint('GET /comments', page(comment()));
  await press('Try again');
  expect(await screen.findByText('Lovely light.')).toBeInTheDocument();
});
