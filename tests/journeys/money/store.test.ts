/** A store: a fan buys physical and digital products in one cart and tracks the orders; the performer sells out, ships and refunds. */
import type { Locator } from 'playwright-core';
import { addAddress } from '../../kit/people/addresses';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { expectNoLayoutShift } from '../../kit/browser/layout-shift';
import { addTestCard, newIdempotencyKey } from '../../kit/money/payments';
import { password, signUpFan, signUpPerformer, sampleImage } from '../../kit/people/people';
import { addProduct, buyOne, sampleFile, setOrderStatus } from '../../kit/content/products';
import { downloadText } from '../../kit/browser/saved-files';
import type { Visitor } from '../../kit/browser/visitor';
import type { TestHost } from '../../kit/host/test-host';

async function fanWithTokens(testHost: TestHost, name: string, tokens: number) {
  const fan = await signUpFan(testHost, name);
  await addTestCard(testHost, fan.token, 'test_visa');
  await testHost.call('POST /payment/wallet/top-up', { body: { amount: tokens } }, { token: fan.token, key: newIdempotencyKey() });
  return fan;
}

const region = (visitor: Visitor, name: string | RegExp): Locator => visitor.page.getByRole('region', { name });

async function writeAddress(visitor: Visitor, city: string): Promise<void> {
  await visitor.fill('Name', 'Fay Fan');
  await visitor.chooseEntry('Country', 'Germany');
  await visitor.fill('City', city);
  await visitor.fill('Street', 'Hauptstraße');
  await visitor.fill('Number', '1');
  await visitor.fill('Postal code', '10115');
  await visitor.press('Save address');
}

journey('A store', (story) => {
  story(
    'sells a physical and a digital product in one cart, and the buyer tracks the order until delivery',
    async ({ site: { testHost }, size, visit }) => {
      const performer = await signUpPerformer(testHost, `cora-${size}`);
      const image = await sampleImage();
      const print = await addProduct(testHost, performer, { name: 'A signed print', price: 20, stock: 3 }, { image });
      await addProduct(testHost, performer, { name: 'The sketch', type: 'digital', price: 5 }, { image, digitalFile: sampleFile() });
      const { token } = await fanWithTokens(testHost, `fay-${size}`, 100);
      const fan = await visit({ token });

      await fan.open(`/${performer.username}`);
      await fan.press('Store');
      await fan.page.waitForURL(/tab=store/);
      await fan.check('profile-store');
      await fan.press('A signed print');
      await fan.waitForScreen('A signed print');
      await fan.waitForText('3 left');
      await fan.check('product');
      await fan.press('Add to cart');
      await fan.waitForText('A signed print is in your cart');
      await fan.press('The sketch');
      await fan.waitForScreen('The sketch');
      await fan.press('Add to cart');
      await fan.press('Cart, 2 pieces');
      await fan.waitForScreen('Cart');
      await fan.check('cart');

      const expectStill = await expectNoLayoutShift(fan.page);
      await fan.press('Checkout');
      await fan.waitForScreen('Checkout');
      await fan.page.getByRole('button', { name: 'Save address' }).waitFor();
      await expectStill();
      await writeAddress(fan, 'Berlin');
      await fan.page.getByRole('radio', { name: /Fay Fan/ }).waitFor();
      await fan.fill('Phone number', '+49 30 1234');
      await fan.fill('Note for the seller', 'For my sister');
      await fan.check('checkout');

      // The seller raises the price during the checkout: the fan sees it and must accept it.
      await testHost.call(
        'PUT /performer/performer-assets/products/:id',
        { params: { id: print._id }, files: {}, body: { price: 25 } } as never,
        performer,
      );
      fan.expectStatuses(409);
      await fan.press('Pay 25.00');
      await fan.press('Accept new prices');
      await fan.check('checkout-repriced');
      await fan.press('Pay 30.00');
      await fan.waitForScreen(/^Paid · 30/);
      await fan.check('checkout-paid');
      expect(await downloadText(fan, 'Download The sketch')).toContain('Forty pages of sketches.');

      await fan.press('See orders');
      await fan.waitForScreen('Orders');
      await fan.check('orders');
      await fan.page
        .getByRole('link', { name: /A signed print|O-\d+/ })
        .filter({ visible: true })
        .first()
        .waitFor();
      const { data } = await testHost.call('GET /orders/users/search', { query: { type: 'physical' } }, { token });
      const order = data.data[0];
      expect(order).toMatchObject({ totalPrice: 25, deliveryStatus: 'processing', userNote: 'For my sister' });
      const id = order?._id ?? '';
      await fan.open(`/orders/${id}`);
      await fan.waitForScreen(/^Order O-/);
      await fan.check('order-processing');
      await fan.press('Change address');
      const dialog = fan.page.getByRole('dialog');
      await fan.press('Add address', dialog);
      await writeAddress(fan, 'Hamburg');
      await dialog.getByRole('radio', { name: /Hamburg/ }).waitFor();
      await fan.check('order-address');
      await fan.press('Change address', dialog);
      await fan.waitForText(/Hamburg/);

      await testHost.call(
        'PUT /orders/:id/update',
        { params: { id }, body: { deliveryStatus: 'shipping', shippingCode: 'DHL 123' } },
        performer,
      );
      await fan.waitForText('DHL 123');
      await fan.check('order-shipping');
      await setOrderStatus(testHost, performer, id, 'delivered');
      await region(fan, 'How far it is')
        .getByText(/Delivered/)
        .first()
        .waitFor();
      await fan.check('order-delivered');
      expect((await testHost.call('GET /users/me', {}, { token })).data.balance).toBe(70);
    },
  );

  story(
    'sells a product in four taps to a fan with a saved address, and one more tap opens the order',
    async ({ site: { testHost }, size, visit }) => {
      const performer = await signUpPerformer(testHost, `pia-${size}`);
      const poster = await addProduct(testHost, performer, { name: 'A poster', price: 45, stock: 1 });
      const buyer = await fanWithTokens(testHost, `gus-${size}`, 100);
      await addAddress(testHost, buyer);
      const fan = await visit({ token: buyer.token });
      await fan.open(`/product/${poster.slug}`);
      fan.limitActivations(4);
      await fan.press('Add to cart');
      await fan.press('Cart, 1 piece');
      await fan.waitForScreen('Cart');
      await fan.press('Checkout');
      await fan.waitForScreen('Checkout');
      await fan.fill('Phone number', '+49 30 1234');
      await fan.press('Pay 45.00');
      await fan.waitForScreen(/^Paid · 45/);
      const { data } = await testHost.call('GET /orders/users/search', {}, buyer);
      const body = { deliveryStatus: 'shipping', shippingCode: 'DHL 7' } as const;
      await testHost.call('PUT /orders/:id/update', { params: { id: data.data[0]?._id ?? '' }, body }, performer);
      fan.limitActivations(1);
      await fan.press('See order');
      await fan.waitForScreen(/^Order O-/);
      await fan.waitForText('DHL 7');
    },
  );

  story('is filled by its performer, who sells out, ships and refunds', async ({ site: { testHost }, size, visit }) => {
    const { token, id, username } = await signUpPerformer(testHost, `dana-${size}`);
    const performer = await visit({ token });
    await performer.open('/creator/products/new');
    await performer.waitForScreen('New product');
    await performer.fill('Name', 'The last scarf');
    await performer.fill('Description', 'Knitted in the wings.');
    await performer.fill('Price', '30');
    await performer.fill('In stock', '1');
    await performer.fill('Delivery note', 'Sent within a week.');
    await performer.check('product-editor');
    await performer.press('Publish');
    await performer.page.waitForURL(/kind=store/);
    await performer.page.getByRole('link', { name: 'The last scarf' }).filter({ visible: true }).first().waitFor();

    const found = await testHost.call('GET /performer-assets/products/search', { query: { performerId: id } });
    const scarf = found.data.data[0];
    if (!scarf) throw new Error('nothing was published');
    const fan = await fanWithTokens(testHost, `gil-${size}`, 100);
    const order = await buyOne(testHost, fan, scarf);
    await performer.open(`/${username}?tab=content&kind=store`);
    await performer.waitForText('Sold out');
    await performer.check('store-desk');
    const guest = await visit();
    await guest.open(`/product/${scarf.slug}`);
    await guest.waitForText('Sold out');
    await guest.check('product-sold-out');

    await performer.open(`/${username}?tab=sales`);
    await performer.page
      .getByRole('link', { name: /^Order O-/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    await performer.check('sales');
    await performer.page
      .getByRole('link', { name: /^Order O-/ })
      .filter({ visible: true })
      .first()
      .click();
    await performer.waitForScreen(/^Order O-/);
    await performer.press('Mark as shipping');
    const dialog = performer.page.getByRole('dialog').or(performer.page.getByRole('alertdialog'));
    await dialog.waitFor();
    await performer.fill('Shipping code', 'UPS 9');
    await performer.check('order-ship');
    await performer.press('Mark as shipping', dialog);
    await performer.waitForText('Marked as shipping');
    await performer.press('Refund');
    await performer.fill('Reason', 'It broke on the way.');
    await performer.check('order-refund');
    await dialog.getByRole('button', { name: /^Refund 30/ }).click();
    await performer.waitForText(/refunded to/);
    await region(performer, 'How far it is')
      .getByText(/Refunded/)
      .first()
      .waitFor();
    await performer.check('order-refunded');
    await eventually(async () => {
      expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(130);
    });
    const after = await testHost.call('GET /orders/:id', { params: { id: order } }, { token: fan.token });
    expect(after.data).toMatchObject({ deliveryStatus: 'refunded', refunded: 30 });
    await guest.open(`/product/${scarf.slug}`);
    await guest.waitForText('1 left');
  });

  story("keeps a guest's cart through sign-in", async ({ site: { testHost }, size, visit }) => {
    const performer = await signUpPerformer(testHost, `ella-${size}`);
    await addProduct(testHost, performer, { name: 'A song', type: 'digital', price: 4 });
    const { username } = await signUpFan(testHost, `hal-${size}`);
    const guest = await visit();
    await guest.open(`/${performer.username}?tab=store`);
    await guest.press('A song');
    await guest.waitForScreen('A song');
    await guest.press('Buy now');
    await guest.page.waitForURL(/\/auth\/login\?next=/);
    await guest.fill('Username or e-mail', username);
    await guest.fill('Password', password);
    await guest.press('Log in');
    await guest.waitForScreen('Checkout');
    await guest.waitForText('A song');
    await guest.check('checkout-short');
    await guest.page.getByRole('link', { name: 'Cart, 1 piece' }).filter({ visible: true }).first().waitFor();
  });
});
