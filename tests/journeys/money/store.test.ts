/** A store: a fan buys physical and digital products in one cart and tracks the orders; the performer sells out, ships and refunds. */
import type { Locator } from 'playwright-core';
import { eventually } from '../../kit/timing/eventually';
import { journey } from '../../kit/browser/journey';
import { expectNoLayoutShift } from '../../kit/browser/layout-shift';
import { fanWithBoughtTokens } from '../../kit/money/payments';
import { signUpPerformer, sampleImage } from '../../kit/people/people';
import { addProduct, buyOne, sampleFile, setOrderStatus } from '../../kit/content/products';
import { downloadText } from '../../kit/browser/saved-files';
import type { Visitor } from '../../kit/browser/visitor';

const region = (visitor: Visitor, name: string | RegExp): Locator => visitor.page.getByRole('region', { name });

async function writeAddress(visitor: Visitor, city: string): Promise<void> {
  await visitor.fill('Name', 'Fay Fan');
  await visitor.chooseEntry('Country', 'Germany');
  await visitor.fill('City', city);
  await visitor.fill('Street', 'Hauptstraße');
  await visitor.fill('House number', '1');
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
      const { token } = await fanWithBoughtTokens(testHost, `fay-${size}`, 100);
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
      await fan.fill('Note to the seller', 'For my sister');
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
      await region(fan, 'Order status')
        .getByText(/Delivered/)
        .first()
        .waitFor();
      await fan.check('order-delivered');
      expect((await testHost.call('GET /users/me', {}, { token })).data.balance).toBe(70);
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
    await performer.fill('Delivery info', 'Sent within a week.');
    await performer.check('product-editor');
    await performer.press('Publish');
    await performer.page.waitForURL(/kind=store/);
    await performer.page.getByRole('link', { name: 'The last scarf' }).filter({ visible: true }).first().waitFor();

    const found = await testHost.call('GET /performer-assets/products/search', { query: { performerId: id } });
    const scarf = found.data.data[0];
    if (!scarf) throw new Error('nothing was published');
    const fan = await fanWithBoughtTokens(testHost, `gil-${size}`, 100);
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
    await performer.press('Mark as shipped');
    const dialog = performer.page.getByRole('dialog').or(performer.page.getByRole('alertdialog'));
    await dialog.waitFor();
    await performer.fill('Tracking number', 'UPS 9');
    await performer.check('order-ship');
    await performer.press('Mark as shipped', dialog);
    await performer.waitForText('Marked as shipped');
    await performer.press('Refund');
    await performer.fill('Reason', 'It broke on the way.');
    await performer.check('order-refund');
    await dialog.getByRole('button', { name: /^Refund 30/ }).click();
    await performer.waitForText(/refunded to/);
    await region(performer, 'Order status')
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
});
