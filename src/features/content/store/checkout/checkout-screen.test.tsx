/** Paying for a cart: the total, the delivery, and the result. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { lineOf } from '@web/checkout/cart-lines';
import { fan, performer } from '../../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError } from '../../../../../tests/kit/screens/fake-host';
import { singlePage } from '../../../../../tests/kit/fixtures/payments';
import { cartPurchase, deliveryAddress, mug, orderOf, song } from '../../../../../tests/kit/fixtures/store';
import {
  finn,
  storedCartNames,
  storeCart,
  mockProducts,
  pressButton,
  idempotencyKeysOf,
  waitUntilEnabled,
  waitForDefaultAddress,
  openCheckout,
  startTestCheckout,
} from '../../../../../tests/kit/screens/checkout';

startTestCheckout();

describe('the checkout', () => {
  it("shows the fan's price, the performer's share and the site's share of each line, and the balance after the payment", async () => {
    storeCart(lineOf(mug(), 2), lineOf(song(), 1));
    mockProducts(mug(), song());
    openCheckout();
    expect(await screen.findByText('You pay 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText('You pay 20 · Ada receives 16 · site keeps 4')).toBeVisible();
    expect(screen.getByText('55 tokens')).toBeInTheDocument();
    await waitUntilEnabled('Pay 45.00');
  });

  it('sends the first address of the address book, the phone number, the note and the total that it shows', async () => {
    storeCart(lineOf(mug(), 2), lineOf(song(), 1));
    mockProducts(mug(), song());
    const paid = mockEndpoint(
      'POST /wallet/charges/cart',
      cartPurchase([{ ...orderOf(mug(), 2), earning: 20, commission: 5 }, orderOf(song())], 55),
    );
    const { store } = openCheckout();
    await waitForDefaultAddress();
    await userEvent.type(screen.getByLabelText(/^Note to the seller/), 'A green one, please');
    await pressButton('Pay 45.00');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Paid · 45.00' })).toHaveFocus());
    expect(paid[0]?.body).toEqual({
      lines: [
        { productId: mug()._id, quantity: 2 },
        { productId: song()._id, quantity: 1 },
      ],
      deliveryAddressId: deliveryAddress()._id,
      phoneNumber: '+43 1 234567',
      userNote: 'A green one, please',
      expectedPrice: 45,
    });
    expect(idempotencyKeysOf(paid)[0]).toBeTruthy();
    expect(storedCartNames()).toEqual([]);
    expect(store.getState().user.current?.balance).toBe(55);
    expect(screen.getByText('You paid 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText(/^New balance:/)).toHaveTextContent('55 tokens');
    expect(screen.getByRole('link', { name: 'See orders' })).toHaveAttribute('href', '/orders');
    expect(screen.getByRole('link', { name: '2 × Mug' })).toHaveAttribute('href', `/orders/${orderOf(mug(), 2)._id}`);
    expect(screen.getByRole('button', { name: 'Download Song' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Mug' })).toBeNull();
  });

  it('can pay for a single line, which leaves the others in the cart and links to its order', async () => {
    storeCart(lineOf(mug(), 2), lineOf(song(), 1));
    mockProducts(song());
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
    openCheckout(`/checkout?only=${song()._id}`);
    await waitUntilEnabled('Pay 20.00');
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    expect(screen.queryByText('Send to')).toBeNull();
    await pressButton('Pay 20.00');
    expect(await screen.findByRole('link', { name: 'See order' })).toHaveAttribute('href', `/orders/${orderOf(song())._id}`);
    expect(paid[0]?.body).toEqual({ lines: [{ productId: song()._id, quantity: 1 }], userNote: '', expectedPrice: 20 });
    expect(storedCartNames()).toEqual(['Mug']);
  });

  it('is empty for an empty cart', async () => {
    openCheckout();
    expect(await screen.findByText('Nothing to check out')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open cart' })).toHaveAttribute('href', '/cart');
  });

  it('is not available to performers', () => {
    openCheckout('/checkout', performer());
    expect(screen.getByText('Cart not available')).toBeVisible();
  });
});

describe('the delivery', () => {
  it('requires an address and a phone number before anything is sent', async () => {
    storeCart(lineOf(mug(), 1));
    mockProducts(mug());
    mockEndpoint('GET /addresses/search', singlePage());
    mockEndpoint('GET /countries/list', []);
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(mug())], 87.5));
    openCheckout('/checkout', fan());
    expect(await screen.findByRole('form', { name: 'New address' })).toBeVisible();
    await waitUntilEnabled('Pay 12.50');
    await pressButton('Pay 12.50');
    expect(await screen.findByText('Choose a delivery address, or save the new one.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(/Enter a phone number/);
    expect(paid).toEqual([]);
  });

  it('is requested before a card is charged for the missing amount', async () => {
    storeCart(lineOf(mug({ price: 120 }), 1));
    mockProducts(mug({ price: 120 }));
    mockEndpoint('GET /addresses/search', singlePage());
    mockEndpoint('GET /countries/list', []);
    const { store } = openCheckout();
    await screen.findByRole('form', { name: 'New address' });
    await pressButton('Top up 20.00 and pay');
    expect(screen.getByText('Choose a delivery address, or save the new one.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(store.getState().user.current?.balance).toBe(finn.balance);
  });

  it('can use an address that is added in place', async () => {
    const work = deliveryAddress({ _id: '0198c0de-0000-7000-8000-0000000d00a2', name: 'Finn at work' });
    storeCart(lineOf(mug(), 1));
    mockProducts(mug());
    mockEndpoint('GET /countries/list', []);
    mockEndpoint('GET /states/:country', []);
    mockEndpoint('POST /addresses/create', work);
    const paid = mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(mug())], 87.5));
    openCheckout('/checkout', fan({ phone: '+43 1 234567', country: 'AT' }));
    await waitForDefaultAddress();
    await pressButton('Add address');
    for (const [label, text] of [
      ['City', 'Vienna'],
      ['Street', 'Graben'],
      ['House number', '7'],
      ['Postal code', '1010'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), text);
    await pressButton('Save address');
    await waitFor(() => expect(screen.getByRole('radio', { name: /Finn at work/ })).toBeChecked());
    await pressButton('Pay 12.50');
    await screen.findByRole('heading', { name: 'Paid · 12.50' });
    expect(paid[0]?.body).toMatchObject({ deliveryAddressId: work._id });
  });

  it.each(['address_required', 'address_not_found'] as const)('shows address errors of the API at the addresses: %s', async (code) => {
    storeCart(lineOf(mug(), 1));
    mockProducts(mug());
    mockError('POST /wallet/charges/cart', code);
    openCheckout();
    await waitForDefaultAddress();
    await pressButton('Pay 12.50');
    const delivery = within(screen.getByRole('region', { name: 'Delivery' }));
    expect(await delivery.findByText(errors[code][1])).toBeVisible();
    await waitFor(() => expect(delivery.getByRole('heading', { name: 'Delivery' })).toHaveFocus());
  });

  it('does not offer to add an eleventh address', async () => {
    storeCart(lineOf(mug(), 1));
    mockProducts(mug());
    mockEndpoint(
      'GET /addresses/search',
      singlePage(...Array.from({ length: 10 }, (_, index) => deliveryAddress({ _id: `address-${String(index)}` }))),
    );
    openCheckout();
    expect(await screen.findByText(/10 of 10 addresses/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
  });
});

it('offers the download of a file that was just bought', async () => {
  storeCart(lineOf(song(), 1));
  mockProducts(song());
  mockEndpoint('POST /wallet/charges/cart', cartPurchase([orderOf(song())], 80));
  mockError('GET /performer-assets/products/:id/download-link', 'purchase_required');
  openCheckout();
  await pressButton('Pay 20.00');
  await pressButton('Download Song');
  expect(await screen.findByText(errors.purchase_required[1])).toBeVisible();
});
