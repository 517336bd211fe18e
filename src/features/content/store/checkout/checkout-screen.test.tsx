/** Paying for a cart: what it costs, where it goes, and what it leaves. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errors } from '@contract/kernel/errors';
import { lineOf } from '@web/checkout/cart-lines';
import { fan, performer } from '../../../../../tests/kit/answers/accounts';
import { answer, refuse } from '../../../../../tests/kit/screens/fake-host';
import { pageOf } from '../../../../../tests/kit/answers/payments';
import { boughtCart, home, mug, orderOf, song } from '../../../../../tests/kit/answers/store';
import { finn, kept, put, sell, press, keysOf, payable, isHome, open, startTestCheckout } from '../../../../../tests/support/checkout';

startTestCheckout();

describe('what is paid', () => {
  it('is shown line by line: what the fan pays, what the performer receives, what the site keeps, and what is left', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(mug(), song());
    open();
    expect(await screen.findByText('You pay 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText('You pay 20 · Ada receives 16 · site keeps 4')).toBeVisible();
    expect(screen.getByText('55 tokens')).toBeInTheDocument();
    await payable('Pay 45.00');
  });

  it('is sent to the first address of the book, with the phone number, the note and the sum that was seen', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(mug(), song());
    const paid = answer(
      'POST /wallet/charges/cart',
      boughtCart([{ ...orderOf(mug(), 2), earning: 20, commission: 5 }, orderOf(song())], 55),
    );
    const { store } = open();
    await isHome();
    await userEvent.type(screen.getByLabelText(/^Note for the seller/), 'A green one, please');
    await press('Pay 45.00');
    expect(await screen.findByRole('heading', { name: 'Paid · 45.00' })).toHaveFocus();
    expect(paid[0]?.body).toEqual({
      lines: [
        { productId: mug()._id, quantity: 2 },
        { productId: song()._id, quantity: 1 },
      ],
      deliveryAddressId: home()._id,
      phoneNumber: '+43 1 234567',
      userNote: 'A green one, please',
      expectedPrice: 45,
    });
    expect(keysOf(paid)[0]).toBeTruthy();
    expect(kept()).toEqual([]);
    expect(store.getState().user.current?.balance).toBe(55);
    expect(screen.getByText('You paid 25 · Ada receives 20 · site keeps 5')).toBeVisible();
    expect(screen.getByText(/^Balance now/)).toHaveTextContent('55 tokens');
    expect(screen.getByRole('link', { name: 'See orders' })).toHaveAttribute('href', '/orders');
    expect(screen.getByRole('link', { name: '2 × Mug' })).toHaveAttribute('href', `/orders/${orderOf(mug(), 2)._id}`);
    expect(screen.getByRole('button', { name: 'Download Song' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Download Mug' })).toBeNull();
  });

  it('may be one line alone, which leaves the others in the cart and leads to its own order', async () => {
    put(lineOf(mug(), 2), lineOf(song(), 1));
    sell(song());
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
    open(`/checkout?only=${song()._id}`);
    await payable('Pay 20.00');
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    expect(screen.queryByText('Send to')).toBeNull();
    await press('Pay 20.00');
    expect(await screen.findByRole('link', { name: 'See order' })).toHaveAttribute('href', `/orders/${orderOf(song())._id}`);
    expect(paid[0]?.body).toEqual({ lines: [{ productId: song()._id, quantity: 1 }], userNote: '', expectedPrice: 20 });
    expect(kept()).toEqual(['Mug']);
  });

  it('is nothing where the cart is empty', async () => {
    open();
    expect(await screen.findByText('Nothing to pay for')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open cart' })).toHaveAttribute('href', '/cart');
  });

  it('is nothing that performers pay', () => {
    open('/checkout', performer());
    expect(screen.getByText('Carts are for fans')).toBeVisible();
  });
});

describe('the delivery', () => {
  it('needs an address and a phone number before anything is sent', async () => {
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /addresses/search', pageOf());
    answer('GET /countries/list', []);
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(mug())], 87.5));
    open('/checkout', fan());
    expect(await screen.findByRole('form', { name: 'New address' })).toBeVisible();
    await payable('Pay 12.50');
    await press('Pay 12.50');
    expect(await screen.findByText('Choose an address, or save the new one first.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(screen.getByLabelText('Phone number')).toHaveAccessibleDescription(/Enter a phone number/);
    expect(paid).toEqual([]);
  });

  it('is asked for before a card is charged for what is missing', async () => {
    put(lineOf(mug({ price: 120 }), 1));
    sell(mug({ price: 120 }));
    answer('GET /addresses/search', pageOf());
    answer('GET /countries/list', []);
    const { store } = open();
    await screen.findByRole('form', { name: 'New address' });
    await press('Top up 20.00 and pay');
    expect(screen.getByText('Choose an address, or save the new one first.')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Delivery' })).toHaveFocus();
    expect(store.getState().user.current?.balance).toBe(finn.balance);
  });

  it('goes to an address that is added in place', async () => {
    const work = home({ _id: '0198c0de-0000-7000-8000-0000000d00a2', name: 'Finn at work' });
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /countries/list', []);
    answer('GET /states/:country', []);
    answer('POST /addresses/create', work);
    const paid = answer('POST /wallet/charges/cart', boughtCart([orderOf(mug())], 87.5));
    open('/checkout', fan({ phone: '+43 1 234567', country: 'AT' }));
    await isHome();
    await press('Add address');
    for (const [label, text] of [
      ['City', 'Vienna'],
      ['Street', 'Graben'],
      ['Number', '7'],
      ['Postal code', '1010'],
    ] as const)
      await userEvent.type(screen.getByLabelText(label), text);
    await press('Save address');
    await waitFor(() => expect(screen.getByRole('radio', { name: /Finn at work/ })).toBeChecked());
    await press('Pay 12.50');
    await screen.findByRole('heading', { name: 'Paid · 12.50' });
    expect(paid[0]?.body).toMatchObject({ deliveryAddressId: work._id });
  });

  it.each(['address_required', 'address_not_found'] as const)('says at the addresses what the host says of them: %s', async (code) => {
    put(lineOf(mug(), 1));
    sell(mug());
    refuse('POST /wallet/charges/cart', code);
    open();
    await isHome();
    await press('Pay 12.50');
    const delivery = within(screen.getByRole('region', { name: 'Delivery' }));
    expect(await delivery.findByText(errors[code][1])).toBeVisible();
    await waitFor(() => expect(delivery.getByRole('heading', { name: 'Delivery' })).toHaveFocus());
  });

  it('offers no eleventh address', async () => {
    put(lineOf(mug(), 1));
    sell(mug());
    answer('GET /addresses/search', pageOf(...Array.from({ length: 10 }, (_, index) => home({ _id: `address-${String(index)}` }))));
    open();
    expect(await screen.findByText(/10 of 10 addresses/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull();
  });
});

it('hands over a file that was just paid for', async () => {
  put(lineOf(song(), 1));
  sell(song());
  answer('POST /wallet/charges/cart', boughtCart([orderOf(song())], 80));
  refuse('GET /performer-assets/products/:id/download-link', 'purchase_required');
  open();
  await press('Pay 20.00');
  await press('Download Song');
  expect(await screen.findByText(errors.purchase_required[1])).toBeVisible();
});
