/** What performers have of their fans beside a conversation: earlier uploads, and what they know of one. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { performer } from '../../../../../tests/kit/answers/accounts';
import { fanKnown, fanList, vaultFile } from '../../../../../tests/kit/answers/fans';
import { answer, refuse, startTestHost } from '../../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../../tests/kit/screens/render';
import { FanPanel } from './fan-panel';
import { VaultPicker } from './vault-picker';

startTestHost();
beforeEach(() => localStorage.clear());

const vault = 'GET /performer/vault';
const page = <T,>(...data: T[]) => ({ data, total: data.length, nextCursor: null });
const fanId = fanKnown().person._id;

describe('the picker of earlier uploads', () => {
  const pick = (changes: Partial<Parameters<typeof VaultPicker>[0]> = {}) => {
    const onChoose = jest.fn();
    const onClose = jest.fn();
    renderScreen(<VaultPicker fanId={fanId} chosen={[]} max={6} {...{ onChoose, onClose }} {...changes} />, { user: performer() });
    return { onChoose, onClose };
  };

  it('says what the fan has of each file and how it has sold, and gives what was picked', async () => {
    const [beach, dance] = [
      vaultFile({ name: 'beach.jpg', sentTo: 12, boughtBy: 3, mark: 'bought' }),
      vaultFile({ name: 'dance.mp4', type: 'message-video', duration: 65, sentTo: 1, mark: 'offered' }),
    ];
    const heard = answer(vault, page(beach, dance, vaultFile({ name: 'new.jpg' })));
    const { onChoose } = pick();
    const photo = await screen.findByRole('button', { name: /beach.jpg/ });
    expect(photo).toHaveTextContent('Bought');
    expect(photo).toHaveTextContent('Sent to 12 · bought by 3');
    const video = screen.getByRole('button', { name: /Video dance.mp4/ });
    expect(video).toHaveTextContent('1:05');
    expect(video).toHaveTextContent('Offered');
    expect(screen.getByRole('button', { name: /new.jpg/ })).not.toHaveTextContent('Sent');
    expect(heard[0]?.query.get('fanId')).toBe(fanId);
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeDisabled();
    video.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(photo);
    await userEvent.click(screen.getByRole('button', { name: 'Attach 2 files' }));
    expect(onChoose).toHaveBeenCalledWith([dance, beach]);
  });

  it('takes no more than fit, nor what is there already', async () => {
    const [one, two, three] = [vaultFile({ name: 'one.jpg' }), vaultFile({ name: 'two.jpg' }), vaultFile({ name: 'three.jpg' })];
    answer(vault, page(one, two, three));
    pick({ chosen: [one._id], max: 2 });
    const attached = await screen.findByRole('button', { name: /one.jpg/ });
    expect(attached).toBeDisabled();
    expect(attached).toHaveTextContent('Attached');
    expect(screen.getByText('1 more file can be attached.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /two.jpg/ }));
    expect(screen.getByText('A message has at most 2 files.')).toBeVisible();
    expect(screen.getByRole('button', { name: /three.jpg/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /two.jpg/ }));
    expect(screen.getByRole('button', { name: /three.jpg/ })).toBeEnabled();
  });

  it('asks for one kind alone, and goes on where a page ends', async () => {
    const heard = answer(vault, ({ query }) =>
      query.get('cursor') === null
        ? { data: [vaultFile({ name: 'first.jpg' })], total: 2, nextCursor: 'next' }
        : page(vaultFile({ name: 'second.jpg' })),
    );
    pick({ fanId: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('button', { name: /second.jpg/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Videos' }));
    await waitFor(() => expect(heard.at(-1)?.query.get('type')).toBe('message-video'));
    expect(heard[0]?.query.has('fanId')).toBe(false);
  });

  it('says what it is for while it is empty, and tries again after a failure', async () => {
    refuse(vault, 'too_many_requests');
    const { onClose } = pick();
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many tries');
    answer(vault, page());
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

  it('tells what she spent, since when and until when she subscribes, and whether she follows', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown({ totalSpent: 1250.5 }));
    open();
    const panel = await screen.findByRole('region', { name: 'About Finn' });
    expect(panel).toHaveTextContent('1,250.50 tokens');
    expect(panel).toHaveTextContent('Active');
    expect(panel).toHaveTextContent('SinceMay 1, 2026');
    expect(panel).toHaveTextContent('UntilJun 1, 2026');
    expect(panel).toHaveTextContent('Follows youYes');
  });

  it('keeps a note as it is typed, and says when it is saved', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown());
    const saved = answer('PUT /performer/fans/:id/note', ({ body }) => fanKnown({ note: (body as { text: string }).text }));
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

  it('shows a note that was changed elsewhere as long as nobody writes in it here', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown({ note: 'Likes blue' }));
    open();
    expect(await screen.findByDisplayValue('Likes blue')).toBeVisible();
    answer('GET /performer/fans/:id', fanKnown({ note: 'Likes red' }));
    // What could not be changed is asked for again.
    refuse('PUT /performer/lists/:id', 'list_not_found');
    await userEvent.click(await screen.findByRole('button', { name: 'Regulars' }));
    expect(await screen.findByDisplayValue('Likes red')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save note' })).toBeDisabled();
  });

  it('leaves the words of a note where saving was refused', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown());
    refuse('PUT /performer/fans/:id/note', 'user_not_found');
    open();
    await userEvent.type(await screen.findByLabelText('Note about Finn'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.getByLabelText('Note about Finn')).toBeInvalid());
    expect(screen.getByLabelText('Note about Finn')).toHaveValue('x');
  });

  it('puts her on an own list and takes her off, and offers none that the site keeps', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown());
    const changed = answer('PUT /performer/lists/:id', { ...fanList({}), users: [] });
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

  it('shows the truth again when a list was refused', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown());
    refuse('PUT /performer/lists/:id', 'list_not_found');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Regulars' }));
    expect(await screen.findByText('This list does not exist any more.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Regulars' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('makes a list with her on it', async () => {
    let known: AnswerOf<'GET /performer/lists'> = [];
    answer('GET /performer/lists', () => known);
    answer('GET /performer/fans/:id', fanKnown());
    const made = answer('POST /performer/lists', () => {
      known = lists;
      return { ...fanList({}), users: [] };
    });
    open();
    expect(await screen.findByText('You have no lists of your own yet.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New list' }));
    await userEvent.click(screen.getByRole('button', { name: 'Make list' }));
    expect(screen.getByText('Give the list a name.')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Name of the new list'), 'Regulars{Enter}');
    expect(await screen.findByRole('button', { name: 'Regulars' })).toHaveAttribute('aria-pressed', 'true');
    expect(made[0]?.body).toEqual({ name: 'Regulars', userIds: [fanId] });
  });

  it('keeps what was chosen while a list was being made', async () => {
    answer('GET /performer/lists', lists);
    answer('GET /performer/fans/:id', fanKnown());
    answer('PUT /performer/lists/:id', { ...fanList({}), users: [] });
    let release: () => void = () => undefined;
    answer('POST /performer/lists', async () => {
      await new Promise<void>((resolve) => (release = resolve));
      return { ...fanList({ _id: 'vip', name: 'VIP' }), users: [] };
    });
    open();
    const chip = await screen.findByRole('button', { name: 'Regulars' });
    await userEvent.click(screen.getByRole('button', { name: 'New list' }));
    await userEvent.type(screen.getByLabelText('Name of the new list'), 'VIP{Enter}');
    await userEvent.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    release();
    await waitFor(() => expect(screen.queryByLabelText('Name of the new list')).toBeNull());
    expect(chip).toHaveAttribute('aria-pressed', 'true');
  });

  it('can be asked again when it could not be read', async () => {
    answer('GET /performer/lists', lists);
    refuse('GET /performer/fans/:id', 'user_not_found');
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
