/** The pages of a conversation, a product and a private show: their components, and what they load on the server. */
import type { LoadContext } from '@web/services/load-context';
import conversationPage from '../../pages/messages/[id]';
import productPage from '../../pages/creator/products/[id]';
import messagesPage from '../../pages/messages/index';
import privateShowPage from '../../pages/show/[conversationId]';

it('the list and a conversation use the same page, so that opening one keeps the search and the scroll position', () => {
  expect(conversationPage).toBe(messagesPage);
});

it.each([
  [conversationPage, 'GET /conversations/:id'],
  [productPage, 'GET /performer/performer-assets/products/:id/view'],
] as const)('a page loads the resource of its path, and passes on the error for an unknown one', async (page, name) => {
  const read = jest.fn(() => Promise.resolve({}));
  await page.definition.load?.({ read, query: { id: 'some' } } as unknown as LoadContext);
  expect(read).toHaveBeenCalledWith(name, { params: { id: 'some' } });
  const rejectedRead = () => Promise.reject(new Error('unknown'));
  await expect(page.definition.load?.({ read: rejectedRead, query: { id: 'some' } } as unknown as LoadContext)).rejects.toThrow('unknown');
});

it('pages load nothing when no conversation is open, or for a new product', async () => {
  const read = jest.fn();
  await messagesPage.definition.load?.({ read, query: {} } as unknown as LoadContext);
  await productPage.definition.load?.({ read, query: { id: 'new' } } as unknown as LoadContext);
  expect(read).not.toHaveBeenCalled();
});

it('the page of a private show is not found when the viewer has no show at its path', async () => {
  const load = (data: object[]) => {
    const read = jest.fn(() => Promise.resolve({ data }));
    const result = privateShowPage.definition.load?.({ read, query: { conversationId: 'some' } } as unknown as LoadContext);
    expect(read).toHaveBeenCalledWith('GET /streaming/private-requests', { query: { conversationId: 'some', limit: 1 } });
    return result;
  };
  expect(await load([])).toEqual({ status: 404 });
  expect(await load([{}])).toBeUndefined();
});
