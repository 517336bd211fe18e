import { sourceOf } from './card-labels';

const visa = { brand: 'visa', last4: '4242' };

test.each([
  [{ card: visa, paymentGateway: 'stripe', totalPrice: 20 }, 'Visa •••• 4242'],
  [{ card: null, paymentGateway: 'wallet', totalPrice: 9.99 }, 'Wallet'],
  [{ card: null, paymentGateway: 'stripe', totalPrice: 20 }, 'Card'],
  // A free period stands on the wallet's name, and yet nothing was taken from it.
  [{ card: null, paymentGateway: 'wallet', totalPrice: 0 }, 'Nothing to pay'],
])('what paid is said in words (%#)', (payment, words) => {
  expect(sourceOf(payment)).toBe(words);
});
