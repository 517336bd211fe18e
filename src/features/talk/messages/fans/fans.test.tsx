/** The fan tools beside a conversation: earlier uploads, and the fan's data. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { performer } from '../../../../../tests/kit/fixtures/accounts';
import { fanDetails, fanList, vaultFile } from '../../../../../tests/kit/fixtures/fans';
import { mockEndpoint, mockError, startFakeHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { FanPanel } from './fan-panel';
import { VaultPicker } from './vault-picker';

startFakeHost();
beforeEach(() => localStorage.clear());

const vault = 'GET /performer/vault';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const fanId = fanDetails().person._id;

describe('the picker of earlier uploads', () => {
  const pick = (changes: Partial<Parameters<typeof VaultPicker>[0]> = {}) => {
    const onChoose = jest.fn();
    const onClose = jest.fn();
    renderScreen(<VaultPicker fanId={fanId} attachedIds={[]} max={6} onChoose={onChoose} onClose={onClose} {...changes} />, {
      user: performer(),
    });
    return { onChoose, onClose };
  };

  it('shows the status of each file for this fan and its sales, and returns the picked files', async () => {
    const [beach, dance] = [
      vaultFile({ name: 'beach.jpg', sentTo: 12, boughtBy: 3, mark: 'bought' }),
      vaultFile({ name: 'dance.mp4', type: 'message-video', duration: 65, sentTo: 1, mark: 'offered' }),
    ];
    const requests = mockEndpoint(vault, page(beach, dance, vaultFile({ name: 'new.jpg' })));
    const { onChoose } = pick();
    const photo = await screen.findByRole('button', { name: /beach.jpg/ });
    expect(photo).toHaveTextContent('Bought');
    expect(photo).toHaveTextContent('Sent to 12 · bought by 3');
    const video = screen.getByRole('button', { name: /Video dance.mp4/ });
    expect(video).toHaveTextContent('1:05');
    expect(video).toHaveTextContent('Offered');
    expect(screen.getByRole('button', { name: /new.jpg/ })).not.toHaveTextContent('Sent');
    expect(requests[0]?.query.get('fanId')).toBe(fanId);
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeDisabled();
    video.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(photo);
    await userEvent.click(screen.getByRole('button', { name: 'Attach 2 files' }));
    expect(onChoose).toHaveBeenCalledWith([dance, beach]);
  });

  it('allows no more files than fit, and none that are already attached', async () => {
    const [one, two, three] = [vaultFile({ name: 'one.jpg' }), vaultFile({ name: 'two.jpg' }), vaultFile({ name: 'three.jpg' })];
    mockEndpoint(vault, page(one, two, three));
    pick({ attachedIds: [one._id], max: 2 });
    const attached = await screen.findByRole('button', { name: /one.jpg/ });
    expect(attached).toBeDisabled();
    expect(attached).toHaveTextContent('Attached');
    expect(screen.getByText('You can attach 1 more file.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /two.jpg/ }));
    expect(screen.getByText('You can attach up to 2 files.')).toBeVisible();
    expect(screen.getByRole('button', { name: /three.jpg/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /two.jpg/ }));
    expect(screen.getByRole('button', { name: /three.jpg/ })).toBeEnabled();
  });

  it('filters by type, and loads more at the end of a page', async () => {
    const requests = mockEndpoint(vault, ({ query }) =>
      query.get('cursor') === null
        ? { data: [vaultFile({ name: 'first.jpg' })], total: 2, nextCursor: 'next' }
        : page(vaultFile({ name: 'second.jpg' })),
    );
    pick({ fanId: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('button', { name: /second.jpg/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Videos' }));
    await waitFor(() => expect(requests.at(-1)?.query.get('type')).toBe('message-video'));
    expect(requests[0]?.query.has('fanId')).toBe(false);
  });

  it('shows what it is for while it is empty, and retries after a failure', async () => {
    mockError(vault, 'too_many_requests');
    const { onClose } = pick();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
    mockEndpoint(vault, page());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No earlier uploads')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe('the panel of a fan', () => {
  const lists = [fanList({ _id: 'followers', rule: 'followers', name: 'Followers' }), fanList({ name: 'Regulars' })];
  const regulars = { _id: fanList({})._id, name: 'Regulars' };
  const open = () => renderScreen(<FanPanel fanId={fanId} />, { user: performer() });

  it('shows spending, the subscription period, and whether the fan follows', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails({ totalSpent: 1250.5 }));
    open();
    const panel = await screen.findByRole('region', { name: 'About Finn' });
    expect(panel).toHaveTextContent('1,250.50 tokens');
    expect(panel).toHaveTextContent('Active');
    expect(panel).toHaveTextContent('SinceMay 1, 2026');
    expect(panel).toHaveTextContent('UntilJun 1, 2026');
    expect(panel).toHaveTextContent('Follows youYes');
  });

  it('stores a note as a draft while it is typed, and saves it on request', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    const saved = mockEndpoint('PUT /performer/fans/:id/note', ({ body }) => fanDetails({ note: (body as { text: string }).text }));
    const { unmount } = open();
    await userEvent.type(await screen.findByLabelText('Note about Finn'), 'Likes blue');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    unmount();
    open();
    expect(await screen.findByDisplayValue('Likes blue')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(saved.map(({ body }) => body)).toEqual([{ text: 'Likes blue' }]);
    expect(localStorage).toHaveLength(0);
  });

  it('shows a note that was changed elsewhere until the performer edits it here', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails({ note: 'Likes blue' }));
    open();
    expect(await screen.findByDisplayValue('Likes blue')).toBeVisible();
    mockEndpoint('GET /performer/fans/:id', fanDetails({ note: 'Likes red' }));
    // After a failed change the data is reloaded.
    mockError('PUT /performer/lists/:id', 'list_not_found');
    await userEvent.click(await screen.findByRole('button', { name: 'Regulars' }));
    expect(await screen.findByDisplayValue('Likes red')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled();
  });

  it('keeps the text of a note when saving is rejected', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    mockError('PUT /performer/fans/:id/note', 'user_not_found');
    open();
    await userEvent.type(await screen.findByLabelText('Note about Finn'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.getByLabelText('Note about Finn')).toBeInvalid());
    expect(screen.getByLabelText('Note about Finn')).toHaveValue('x');
  });

  it("adds the fan to one of the performer's own lists and removes them, and offers no built-in lists", async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    const changed = mockEndpoint('PUT /performer/lists/:id', { ...fanList({}), users: [] });
    open();
    const group = await screen.findByRole('group', { name: 'Lists that Finn is on' });
    expect(within(group).queryByRole('button', { name: 'Followers' })).toBeNull();
    const chip = within(group).getByRole('button', { name: 'Regulars' });
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(changed.map(({ body }) => body)).toEqual([{ addIds: [fanId] }, { removeIds: [fanId] }]));
    expect(changed[0]?.params['id']).toBe(regulars._id);
  });

  it('reverts a list to its actual state when changing it is rejected', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    mockError('PUT /performer/lists/:id', 'list_not_found');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Regulars' }));
    expect(await screen.findByText('This list no longer exists.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Regulars' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('creates a list with the fan on it', async () => {
    let storedLists: ResponseOf<'GET /performer/lists'> = [];
    mockEndpoint('GET /performer/lists', () => storedLists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    const requests = mockEndpoint('POST /performer/lists', () => {
      storedLists = lists;
      return { ...fanList({}), users: [] };
    });
    open();
    expect(await screen.findByText('No lists yet. Create one to group your fans.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New list' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create list' }));
    expect(screen.getByText('Give the list a name.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('List name'), 'Regulars{Enter}');
    expect(await screen.findByRole('button', { name: 'Regulars' })).toHaveAttribute('aria-pressed', 'true');
    expect(requests[0]?.body).toEqual({ name: 'Regulars', userIds: [fanId] });
  });

  it('keeps changes made while a list is being created', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockEndpoint('GET /performer/fans/:id', fanDetails());
    mockEndpoint('PUT /performer/lists/:id', { ...fanList({}), users: [] });
    let release: () => void = () => undefined;
    mockEndpoint('POST /performer/lists', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { ...fanList({ _id: 'vip', name: 'VIP' }), users: [] };
    });
    open();
    const chip = await screen.findByRole('button', { name: 'Regulars' });
    await userEvent.click(screen.getByRole('button', { name: 'New list' }));
    await userEvent.type(screen.getByLabelText('List name'), 'VIP{Enter}');
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    release();
    await waitFor(() => expect(screen.queryByLabelText('List name')).toBeNull());
    expect(chip).toHaveAttribute('aria-pressed', 'true');
  });

  it('can be reloaded after a failure', async () => {
    mockEndpoint('GET /performer/lists', lists);
    mockError('GET /performer/fans/:id', 'user_not_found');
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
