/** The pages of a conversation, a product and a private show: their components, and what they load on the server. */
import type { LoadContext } from '@web/services/load-context';
import one from '../../pages/messages/[id]';
import product from '../../pages/creator/products/[id]';
import all from '../../pages/messages/index';
import show from '../../pages/show/[conversationId]';

it('uses the same page for the list and a conversation, so that opening one keeps the search and the scroll position', () => {
  expect(one).toBe(all);
});

it.each([
  [one, 'GET /conversations/:id'],
  [product, 'GET /performer/performer-assets/products/:id/view'],
] as const)('loads the resource of its address, and passes on the error for an unknown one', async (page, name) => {
  const read = jest.fn(() => Promise.resolve({}));
  await page.definition.load?.({ read, query: { id: 'some' } } as unknown as LoadContext);
  expect(read).toHaveBeenCalledWith(name, { params: { id: 'some' } });
  const rejectedRead = () => Promise.reject(new Error('unknown'));
  await expect(page.definition.load?.({ read: rejectedRead, query: { id: 'some' } } as unknown as LoadContext)).rejects.toThrow('unknown');
});

it('loads nothing when no conversation is open, and nothing for a new product', async () => {
  const read = jest.fn();
  await all.definition.load?.({ read, query: {} } as unknown as LoadContext);
  await product.definition.load?.({ read, query: { id: 'new' } } as unknown as LoadContext);
  expect(read).not.toHaveBeenCalled();
});

it('is not found when no private show of the viewer has the address', async () => {
  const load = (data: object[]) => {
    const read = jest.fn(() => Promise.resolve({ data }));
    const result = show.definition.load?.({ read, query: { conversationId: 'some' } } as unknown as LoadContext);
    expect(read).toHaveBeenCalledWith('GET /streaming/private-requests', { query: { conversationId: 'some', limit: 1 } });
    return result;
  };
  expect(await load([])).toEqual({ status: 404 });
  expect(await load([{}])).toBeUndefined();
});
