/** Pages of one conversation and of one product: what they are, and what their server part reads. */
import type { LoadContext } from '@web/shell/define-page';
import one from '../../pages/messages/[id]';
import product from '../../pages/creator/products/[id]';
import all from '../../pages/messages/index';

it('shows the list and one conversation as the same page, so that opening one keeps what was looked for and where', () => {
  expect(one).toBe(all);
});

it.each([
  [one, 'GET /conversations/:id'],
  [product, 'GET /performer/performer-assets/products/:id/view'],
] as const)('reads what its address names, and lets the refusal of an unknown one through', async (page, name) => {
  const read = jest.fn(() => Promise.resolve({}));
  await page.definition.load?.({ read, query: { id: 'some' } } as unknown as LoadContext);
  expect(read).toHaveBeenCalledWith(name, { params: { id: 'some' } });
  const refused = () => Promise.reject(new Error('unknown'));
  await expect(page.definition.load?.({ read: refused, query: { id: 'some' } } as unknown as LoadContext)).rejects.toThrow('unknown');
});

it('reads nothing where no conversation is open, and none for a new product', async () => {
  const read = jest.fn();
  await all.definition.load?.({ read, query: {} } as unknown as LoadContext);
  await product.definition.load?.({ read, query: { id: 'new' } } as unknown as LoadContext);
  expect(read).not.toHaveBeenCalled();
});
