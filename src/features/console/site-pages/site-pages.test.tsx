/** Pages and menus as operators edit them: no text is lost, errors appear at their fields, and irreversible actions are confirmed. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResponseOf } from '@web/services/call';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { MenusScreen } from './menus-screen';
import { NewPageScreen, PageScreen } from './page-screen';
import { slugFrom } from './page-labels';
import { PagesScreen } from './pages-screen';

jest.mock('next/dynamic', () => jest.requireActual<object>('../../../../tests/kit/screens/next-dynamic'));
startFakeHost();
beforeEach(() => localStorage.clear());

const user = operator();
const id = '0198c0de-0000-7000-8000-0000000000c1';
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-02-01T00:00:00.000Z' };
const page = (changes: Partial<ResponseOf<'GET /admin/posts/:id'>> = {}): ResponseOf<'GET /admin/posts/:id'> => ({
  _id: id,
  slug: 'rules',
  type: 'page',
  title: 'Rules',
  shortDescription: '',
  ordering: 3,
  status: 'draft',
  ...stamps,
  content: '<p>Be kind.</p>',
  ...changes,
});
const showPage = (changes: Parameters<typeof page>[0] = {}, menus: ResponseOf<'GET /settings/public'>['menus'] = []) => {
  mockEndpoint('GET /admin/posts/:id', page(changes));
  return renderScreen(<PageScreen />, { user, path: `/admin/pages/${id}`, query: { id }, settings: { menus } });
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('a page', () => {
  it('takes its slug from its title, and is published', async () => {
    const requests = mockEndpoint('POST /admin/posts', page());
    const { navigations } = renderScreen(<NewPageScreen />, { user, path: '/admin/pages/new' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Über uns: 2026!');
    expect(screen.getByRole('textbox', { name: 'Address' })).toHaveValue('uber-uns-2026');
    await press('Publish');
    await waitFor(() => expect(navigations()).toEqual([`/admin/pages/${id}`]));
    expect(requests[0]?.body).toMatchObject({
      title: 'Über uns: 2026!',
      slug: 'uber-uns-2026',
      type: 'page',
      status: 'published',
      ordering: 0,
    });
    expect(slugFrom('--- ')).toBe('');
  });

  it('reports a duplicate slug at its field, and keeps the typed text', async () => {
    mockError('POST /admin/posts', 'slug_taken');
    renderScreen(<NewPageScreen />, { user, path: '/admin/pages/new' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'Terms');
    await press('Save draft');
    expect(await screen.findByText('Another page already uses this address. Choose another.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Address' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Terms');
  });

  it('has an editor whose toolbar is a single tab stop, and a preview', async () => {
    showPage({ content: '<h2>One</h2><p>Two</p>' });
    const text = await screen.findByRole('textbox', { name: 'Text' });
    expect(within(text).getByRole('heading', { level: 2, name: 'One' })).toBeInTheDocument();
    const tools = screen.getByRole('toolbar', { name: 'Formatting' });
    expect(within(tools).getByRole('button', { name: 'Heading' })).toHaveAttribute('tabindex', '0');
    expect(within(tools).getByRole('button', { name: 'Bold' })).toHaveAttribute('tabindex', '-1');
    await press('Preview');
    expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('Two')).toBeInTheDocument();
  });

  it('keeps the focus where it is while a toolbar button is pressed', async () => {
    showPage();
    // The field above stands in for the text: giving the editor the focus needs a layout, which jsdom does not have.
    const field = await screen.findByRole('textbox', { name: 'Title' });
    field.focus();
    await userEvent.pointer({ keys: '[MouseLeft>]', target: await screen.findByRole('button', { name: 'Bold' }) });
    expect(field).toHaveFocus();
  });

  it('is unpublished and deleted only after a confirmation', async () => {
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
    await screen.findByRole('button', { name: 'Unpublish' });
    const requests = mockEndpoint('PUT /admin/posts/:id', page());
    await press('Unpublish');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Visitors can no longer open /page/rules.');
    expect(dialog).toHaveTextContent('1 menu entry links to it.');
    await press('Unpublish page');
    await screen.findByRole('button', { name: 'Publish' });
    expect(requests[0]?.body).toMatchObject({ status: 'draft', content: '<p>Be kind.</p>', ordering: 3 });

    mockEndpoint('DELETE /admin/posts/:id', { deleted: true });
    await press('Delete');
    await press('Delete page');
    await waitFor(() => expect(navigations()).toEqual(['/admin/pages']));
  });

  it('is listed by status, ignoring an invalid filter in the URL', async () => {
    const requests = mockEndpoint('GET /admin/posts/search', { data: [page()], total: 1, nextCursor: null });
    renderScreen(<PagesScreen />, { user, path: '/admin/pages?status=draft&type=odd' });
    expect(await screen.findByRole('link', { name: 'Rules' })).toHaveAttribute('href', `/admin/pages/${id}`);
    expect(requests[0]?.query.get('status')).toBe('draft');
    expect(requests[0]?.query.has('type')).toBe(false);
  });
});

describe('menus', () => {
  const entry = (position: number, changes: Partial<ResponseOf<'GET /admin/menus'>[number]> = {}) => ({
    _id: `0198c0de-0000-7000-8000-0000000000d${String(position)}`,
    title: `Entry ${String(position)}`,
    path: '/explore',
    section: 'footer' as const,
    isInternal: true,
    isNewTab: false,
    help: null,
    ordering: position,
    isBroken: false,
    ...changes,
  });
  const show = async (...entries: ReturnType<typeof entry>[]) => {
    mockEndpoint('GET /admin/menus', entries);
    renderScreen(<MenusScreen />, { user, path: '/admin/menus' });
    await screen.findByRole('heading', { name: 'Footer' });
  };

  it('are ordered by buttons, and the focus stays on the moved entry', async () => {
    const [one, two] = [entry(1), entry(2)];
    await show(one, two);
    const requests = mockEndpoint('PUT /admin/menus', [two, one]);
    screen.getByRole('button', { name: 'Move Entry 2 up' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Entry 2 is number 1 of 2')).toBeInTheDocument();
    expect((requests[0]?.body as { menus: { _id: string }[] }).menus.map(({ _id }) => _id)).toEqual([two._id, one._id]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Move Entry 2 down' })).toHaveFocus());
  });

  it('mark entries whose link is broken', async () => {
    await show(entry(1), entry(2, { isBroken: true, path: '/page/none' }));
    expect(screen.getByText('Some links are broken')).toBeInTheDocument();
    expect(screen.getAllByText('No destination')).toHaveLength(1);
  });

  it('accept a new entry, and report an invalid link at its field', async () => {
    await show();
    const requests = mockEndpoint('PUT /admin/menus', [entry(1)]);
    await userEvent.click(within(screen.getByRole('region', { name: 'Header' })).getByRole('button', { name: 'Add entry' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Help');
    const path = within(dialog).getByRole('textbox', { name: 'Link' });
    await userEvent.clear(path);
    await userEvent.type(path, 'javascript:alert(1)');
    await press('Save entry');
    expect(requests).toHaveLength(0);
    expect(path).toBeInvalid();
    await userEvent.clear(path);
    await userEvent.type(path, '/page/help');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save entry' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests[0]?.body).toEqual({ menus: [{ title: 'Help', path: '/page/help', section: 'header', isNewTab: false, help: null }] });
  });

  it('remove an entry only after a confirmation', async () => {
    await show(entry(1));
    const requests = mockEndpoint('PUT /admin/menus', []);
    await press('Remove Entry 1');
    expect(requests).toHaveLength(0);
    await press('Remove entry');
    await waitFor(() => expect(requests[0]?.body).toEqual({ menus: [] }));
    expect(await screen.findAllByText('No entries yet.')).toHaveLength(3);
  });
});
