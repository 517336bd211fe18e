/** A store: a fan buys things and files in one cart and follows them home; their seller sells out, ships and refunds. */
import type { Locator } from 'playwright-core';
import { homeOf } from '../kit/people/addresses';
import { eventually } from '../kit/timing/eventually';
import { journey } from '../kit/browser/journey';
import { addTestCard, freshKey } from '../support/payments';
import { password, signUpFan, signUpPerformer, somePicture } from '../kit/people/people';
import { addProduct, buyOne, someFile, tellOrder } from '../kit/content/products';
import { saved } from '../support/saved';
import type { Visitor } from '../support/visitor';
import type { World } from '../kit/host/test-host';

jest.setTimeout(180_000);

async function fanWith(world: World, name: string, tokens: number) {
  const fan = await signUpFan(world, name);
  await addTestCard(world, fan.token, 'test_visa');
  await world.call('POST /payment/wallet/top-up', { body: { amount: tokens } }, { token: fan.token, key: freshKey() });
  return fan;
}

const region = (visitor: Visitor, name: string | RegExp): Locator => visitor.page.getByRole('region', { name });

async function writeAddress(visitor: Visitor, city: string): Promise<void> {
  await visitor.write('Name', 'Fay Fan');
  await visitor.choose('Country', 'Germany');
  await visitor.write('City', city);
  await visitor.write('Street', 'Hauptstraße');
  await visitor.write('Number', '1');
  await visitor.write('Postal code', '10115');
  await visitor.press('Save address');
}

journey('A store', (tell) => {
  tell('sells a thing and a file in one cart, and its buyer follows them home', async ({ site: { world }, size, visit }) => {
    const performer = await signUpPerformer(world, `cora-${size}`);
    const image = await somePicture();
    const print = await addProduct(world, performer, { name: 'A signed print', price: 20, stock: 3 }, { image });
    await addProduct(world, performer, { name: 'The sketch', type: 'digital', price: 5 }, { image, digitalFile: someFile() });
    const { token } = await fanWith(world, `fay-${size}`, 100);
    const fan = await visit({ token });

    await fan.open(`/${performer.username}`);
    await fan.press('Store');
    await fan.page.waitForURL(/tab=store/);
    await fan.look('profile-store');
    await fan.press('A signed print');
    await fan.arrive('A signed print');
    await fan.read('3 left');
    await fan.look('product');
    await fan.press('Add to cart');
    await fan.read('A signed print is in your cart');
    await fan.press('The sketch');
    await fan.arrive('The sketch');
    await fan.press('Add to cart');
    await fan.press('Cart, 2 pieces');
    await fan.arrive('Cart');
    await fan.look('cart');

    await fan.press('Checkout');
    await fan.arrive('Checkout');
    await writeAddress(fan, 'Berlin');
    await fan.page.getByRole('radio', { name: /Fay Fan/ }).waitFor();
    await fan.write('Phone number', '+49 30 1234');
    await fan.write('Note for the seller', 'For my sister');
    await fan.look('checkout');

    // Its seller asks for more meanwhile: that is said, and must be accepted.
    await world.call(
      'PUT /performer/performer-assets/products/:id',
      { params: { id: print._id }, files: {}, body: { price: 25 } } as never,
      performer,
    );
    fan.provoke(409);
    await fan.press('Pay 25.00');
    await fan.press('Accept new prices');
    await fan.look('checkout-repriced');
    await fan.press('Pay 30.00');
    await fan.arrive(/^Paid · 30/);
    await fan.look('checkout-paid');
    expect(await saved(fan, 'Download The sketch')).toContain('Forty pages of sketches.');

    await fan.press('See orders');
    await fan.arrive('Orders');
    await fan.look('orders');
    await fan.page
      .getByRole('link', { name: /A signed print|O-\d+/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    const { data } = await world.call('GET /orders/users/search', { query: { type: 'physical' } }, { token });
    const order = data.data[0];
    expect(order).toMatchObject({ totalPrice: 25, deliveryStatus: 'processing', userNote: 'For my sister' });
    const id = order?._id ?? '';
    await fan.open(`/orders/${id}`);
    await fan.arrive(/^Order O-/);
    await fan.look('order-processing');
    await fan.press('Change address');
    const dialog = fan.page.getByRole('dialog');
    await fan.press('Add address', dialog);
    await writeAddress(fan, 'Hamburg');
    await dialog.getByRole('radio', { name: /Hamburg/ }).waitFor();
    await fan.look('order-address');
    await fan.press('Change address', dialog);
    await fan.read(/Hamburg/);

    await world.call(
      'PUT /orders/:id/update',
      { params: { id }, body: { deliveryStatus: 'shipping', shippingCode: 'DHL 123' } },
      performer,
    );
    await fan.read('DHL 123');
    await fan.look('order-shipping');
    await tellOrder(world, performer, id, 'delivered');
    await region(fan, 'How far it is')
      .getByText(/Delivered/)
      .first()
      .waitFor();
    await fan.look('order-delivered');
    expect((await world.call('GET /users/me', {}, { token })).data.balance).toBe(70);
  });

  tell('sells a thing in four taps to who has said where she lives, and one more follows it', async ({ site: { world }, size, visit }) => {
    const performer = await signUpPerformer(world, `pia-${size}`);
    const poster = await addProduct(world, performer, { name: 'A poster', price: 45, stock: 1 });
    const buyer = await fanWith(world, `gus-${size}`, 100);
    await homeOf(world, buyer);
    const fan = await visit({ token: buyer.token });
    await fan.open(`/product/${poster.slug}`);
    fan.counts(4);
    await fan.press('Add to cart');
    await fan.press('Cart, 1 piece');
    await fan.arrive('Cart');
    await fan.press('Checkout');
    await fan.arrive('Checkout');
    await fan.write('Phone number', '+49 30 1234');
    await fan.press('Pay 45.00');
    await fan.arrive(/^Paid · 45/);
    const { data } = await world.call('GET /orders/users/search', {}, buyer);
    const body = { deliveryStatus: 'shipping', shippingCode: 'DHL 7' } as const;
    await world.call('PUT /orders/:id/update', { params: { id: data.data[0]?._id ?? '' }, body }, performer);
    fan.counts(1);
    await fan.press('See order');
    await fan.arrive(/^Order O-/);
    await fan.read('DHL 7');
  });

  tell('is filled by its performer, who sells out, ships and refunds', async ({ site: { world }, size, visit }) => {
    const { token, id, username } = await signUpPerformer(world, `dana-${size}`);
    const performer = await visit({ token });
    await performer.open('/creator/products/new');
    await performer.arrive('New product');
    await performer.write('Name', 'The last scarf');
    await performer.write('Description', 'Knitted in the wings.');
    await performer.write('Price', '30');
    await performer.write('In stock', '1');
    await performer.write('Delivery note', 'Sent within a week.');
    await performer.look('product-editor');
    await performer.press('Publish');
    await performer.page.waitForURL(/kind=store/);
    await performer.page.getByRole('link', { name: 'The last scarf' }).filter({ visible: true }).first().waitFor();

    const found = await world.call('GET /performer-assets/products/search', { query: { performerId: id } });
    const scarf = found.data.data[0];
    if (!scarf) throw new Error('nothing was published');
    const fan = await fanWith(world, `gil-${size}`, 100);
    const order = await buyOne(world, fan, scarf);
    await performer.open(`/${username}?tab=content&kind=store`);
    await performer.read('Sold out');
    await performer.look('store-desk');
    const guest = await visit();
    await guest.open(`/product/${scarf.slug}`);
    await guest.read('Sold out');
    await guest.look('product-sold-out');

    await performer.open(`/${username}?tab=sales`);
    await performer.page
      .getByRole('link', { name: /^Order O-/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    await performer.look('sales');
    await performer.page
      .getByRole('link', { name: /^Order O-/ })
      .filter({ visible: true })
      .first()
      .click();
    await performer.arrive(/^Order O-/);
    await performer.press('Mark as shipping');
    const dialog = performer.page.getByRole('dialog').or(performer.page.getByRole('alertdialog'));
    await dialog.waitFor();
    await performer.write('Shipping code', 'UPS 9');
    await performer.look('order-ship');
    await performer.press('Mark as shipping', dialog);
    await performer.read('Marked as shipping');
    await performer.press('Refund');
    await performer.write('Reason', 'It broke on the way.');
    await performer.look('order-refund');
    await dialog.getByRole('button', { name: /^Refund 30/ }).click();
    await performer.read(/refunded to/);
    await region(performer, 'How far it is')
      .getByText(/Refunded/)
      .first()
      .waitFor();
    await performer.look('order-refunded');
    await eventually(async () => {
      expect((await world.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(130);
    });
    const after = await world.call('GET /orders/:id', { params: { id: order } }, { token: fan.token });
    expect(after.data).toMatchObject({ deliveryStatus: 'refunded', refunded: 30 });
    await guest.open(`/product/${scarf.slug}`);
    await guest.read('1 left');
  });

  tell('lets a guest fill a cart, sign in and find it again', async ({ site: { world }, size, visit }) => {
    const performer = await signUpPerformer(world, `ella-${size}`);
    await addProduct(world, performer, { name: 'A song', type: 'digital', price: 4 });
    const { username } = await signUpFan(world, `hal-${size}`);
    const guest = await visit();
    await guest.open(`/${performer.username}?tab=store`);
    await guest.press('A song');
    await guest.arrive('A song');
    await guest.press('Buy now');
    await guest.page.waitForURL(/\/auth\/login\?next=/);
    await guest.write('Username or e-mail', username);
    await guest.write('Password', password);
    await guest.press('Log in');
    await guest.arrive('Checkout');
    await guest.read('A song');
    await guest.look('checkout-short');
    await guest.page.getByRole('link', { name: 'Cart, 1 piece' }).filter({ visible: true }).first().waitFor();
  });
});
