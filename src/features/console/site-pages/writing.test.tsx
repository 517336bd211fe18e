/** Pages and menus as operators write them: nothing is lost, refusals stand at their fields, and what cannot be taken back is asked. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AnswerOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/answers/accounts';
import { answer, refuse, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { MenusScreen } from './menus-screen';
import { NewPageScreen, PageScreen } from './page-screen';
import { slugOf } from './page-labels';
import { PagesScreen } from './pages-screen';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../tests/kit/screens/next-dynamic'));
startTestHost();
beforeEach(() => localStorage.clear());

const user = operator();
const id = '0198c0de-0000-7000-8000-0000000000c1';
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
const page = (changes: Partial<AnswerOf<'GET /admin/posts/:id'>> = {}): AnswerOf<'GET /admin/posts/:id'> => ({
  ...{ _id: id, slug: 'rules', type: 'page', title: 'Rules', shortDescription: '', ordering: 3, status: 'draft', ...stamps },
  content: '<p>Be kind.</p>',
  ...changes,
});
const showPage = (changes: Parameters<typeof page>[0] = {}, menus: AnswerOf<'GET /settings/public'>['menus'] = []) => {
  answer('GET /admin/posts/:id', page(changes));
  return renderScreen(<PageScreen />, { user, path: `/admin/pages/${id}`, query: { id }, settings: { menus } });
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('a page', () => {
  it('takes its address from its title until one is written, and is saved as a draft or published', async () => {
    const heard = answer('POST /admin/posts', page());
    const { navigations } = renderScreen(<NewPageScreen />, { user, path: '/admin/pages/new' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Über uns: 2026!');
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('uber-uns-2026');
    await press('Publish');
    await waitFor(() => expect(navigations()).toEqual([`/admin/pages/${id}`]));
    expect(heard[0]?.body).toMatchObject({
      title: 'Über uns: 2026!',
      slug: 'uber-uns-2026',
      type: 'page',
      status: 'published',
      ordering: 0,
    });
    expect(slugOf('--- ')).toBe('');
  });

  it('says at its field that an address is taken, and keeps what was written', async () => {
    refuse('POST /admin/posts', 'slug_taken');
    renderScreen(<NewPageScreen />, { user, path: '/admin/pages/new' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Terms');
    await press('Save draft');
    expect(await screen.findByText('Another page has this address already. Choose another.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Address' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Terms');
  });

  it('is written in an editor whose tools are on for what stands there, and previewed as visitors see it', async () => {
    showPage({ content: '<h2>One</h2><p>Two</p>' });
    const text = await screen.findByRole('textbox', { name: 'Text' });
    expect(within(text).getByRole('heading', { level: 2, name: 'One' })).toBeInTheDocument();
    const tools = screen.getByRole('toolbar', { name: 'Format' });
    expect(within(tools).getByRole('button', { name: 'Heading' })).toHaveAttribute('tabindex', '0');
    expect(within(tools).getByRole('button', { name: 'Bold' })).toHaveAttribute('tabindex', '-1');
    await press('Preview');
    expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Two')).toBeInTheDocument();
  });

  it('leaves the focus where it is while a tool is being pressed', async () => {
    showPage();
    // The field above stands for the text: what the editor does when it is given the focus needs a layout.
    const field = await screen.findByRole('textbox', { name: 'Title' });
    field.focus();
    await userEvent.pointer({ keys: '[MouseLeft>]', target: await screen.findByRole('button', { name: 'Bold' }) });
    expect(field).toHaveFocus();
  });

  it('is taken back and deleted only after saying what follows', async () => {
    const menu = {
      _id: id,
      title: 'Rules',
      path: '/page/rules',
      isInternal: true,
      isNewTab: false,
      section: 'footer' as const,
      help: null,
    };
    const { navigations } = showPage({ status: 'published' }, [{ ...menu, ordering: 0 }]);
    await screen.findByRole('button', { name: 'Take back' });
    const taken = answer('PUT /admin/posts/:id', page());
    await press('Take back');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Visitors of /page/rules will find nothing.');
    expect(dialog).toHaveTextContent('1 menu entry leads there.');
    await press('Take page back');
    await screen.findByRole('button', { name: 'Publish' });
    expect(taken[0]?.body).toMatchObject({ status: 'draft', content: '<p>Be kind.</p>', ordering: 3 });

    answer('DELETE /admin/posts/:id', { deleted: true });
    await press('Delete');
    await press('Delete page');
    await waitFor(() => expect(navigations()).toEqual(['/admin/pages']));
  });

  it('is found by its state', async () => {
    const heard = answer('GET /admin/posts/search', { data: [page()], total: 1, nextCursor: null });
    renderScreen(<PagesScreen />, { user, path: '/admin/pages?status=draft&type=odd' });
    expect(await screen.findByRole('link', { name: 'Rules' })).toHaveAttribute('href', `/admin/pages/${id}`);
    expect(heard[0]?.query.get('status')).toBe('draft');
    expect(heard[0]?.query.has('type')).toBe(false);
  });
});

describe('menus', () => {
  const entry = (place: number, changes: Partial<AnswerOf<'GET /admin/menus'>[number]> = {}) => ({
    ...{
      _id: `0198c0de-0000-7000-8000-0000000000d${String(place)}`,
      title: `Entry ${String(place)}`,
      path: '/explore',
      section: 'footer' as const,
    },
    ...{ isInternal: true, isNewTab: false, help: null, ordering: place, isBroken: false },
    ...changes,
  });
  const show = async (...entries: ReturnType<typeof entry>[]) => {
    answer('GET /admin/menus', entries);
    renderScreen(<MenusScreen />, { user, path: '/admin/menus' });
    await screen.findByRole('heading', { name: 'Footer' });
  };

  it('are ordered by buttons, and the focus stays on what is moved', async () => {
    const [one, two] = [entry(1), entry(2)];
    await show(one, two);
    const heard = answer('PUT /admin/menus', [two, one]);
    screen.getByRole('button', { name: 'Move Entry 2 up' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Entry 2 is number 1 of 2')).toBeInTheDocument();
    expect((heard[0]?.body as { menus: { _id: string }[] }).menus.map(({ _id }) => _id)).toEqual([two._id, one._id]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move Entry 2 down' })).toHaveFocus());
  });

  it('say which entries lead nowhere', async () => {
    await show(entry(1), entry(2, { isBroken: true, path: '/page/none' }));
    expect(screen.getByText('Some entries lead nowhere')).toBeInTheDocument();
    expect(screen.getAllByText('Leads nowhere')).toHaveLength(1);
  });

  it('take a new entry, and refuse a link that is none at its field', async () => {
    await show();
    const heard = answer('PUT /admin/menus', [entry(1)]);
    await userEvent.click(within(screen.getByRole('region', { name: 'Header' })).getByRole('button', { name: 'Add entry' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Help');
    const path = within(dialog).getByRole('textbox', { name: 'Where it leads' });
    await userEvent.clear(path);
    await userEvent.type(path, 'javascript:alert(1)');
    await press('Save entry');
    expect(heard).toHaveLength(0);
    expect(path).toBeInvalid();
    await userEvent.clear(path);
    await userEvent.type(path, '/page/help');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save entry' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(heard[0]?.body).toEqual({ menus: [{ title: 'Help', path: '/page/help', section: 'header', isNewTab: false, help: null }] });
  });

  it('lose an entry only after asking', async () => {
    await show(entry(1));
    const heard = answer('PUT /admin/menus', []);
    await press('Remove Entry 1');
    expect(heard).toHaveLength(0);
    await press('Remove entry');
    await waitFor(() => expect(heard[0]?.body).toEqual({ menus: [] }));
    expect(await screen.findAllByText('No entry.')).toHaveLength(3);
  });
});
