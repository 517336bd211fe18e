/** The shortest way through the checkout, and a guest's cart. */
import { journey } from '../../kit/browser/journey';
import { addProduct } from '../../kit/content/products';
import { fanWithBoughtTokens } from '../../kit/money/payments';
import { addAddress } from '../../kit/people/addresses';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';

journey('A store', (story) => {
  story(
    'sells a product in four taps to a fan with a saved address, and one more tap opens the order',
    async ({ site: { testHost }, size, visit }) => {
      const performer = await signUpPerformer(testHost, `pia-${size}`);
      const poster = await addProduct(testHost, performer, { name: 'A poster', price: 45, stock: 1 });
      const buyer = await fanWithBoughtTokens(testHost, `gus-${size}`, 100);
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
      expect((await testHost.call('GET /users/me', {}, buyer)).data.balance).toBe(55);
      const { data } = await testHost.call('GET /orders/users/search', {}, buyer);
      const body = { deliveryStatus: 'shipping', shippingCode: 'DHL 7' } as const;
      await testHost.call('PUT /orders/:id/update', { params: { id: data.data[0]?._id ?? '' }, body }, performer);
      fan.limitActivations(1);
      await fan.press('See order');
      await fan.waitForScreen(/^Order O-/);
      await fan.waitForText('DHL 7');
    },
  );

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
    await guest.fill('Username or email', username);
    await guest.fill('Password', password);
    await guest.press('Log in');
    await guest.waitForScreen('Checkout');
    await guest.waitForText('A song');
    await guest.check('checkout-short');
    await guest.page.getByRole('link', { name: 'Cart, 1 piece' }).filter({ visible: true }).first().waitFor();
  });
});
