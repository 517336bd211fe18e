import { paymentMethodText } from './card-labels';

const visa = { brand: 'visa', last4: '4242' };

test.each([
  [{ card: visa, paymentGateway: 'stripe', totalPrice: 20 }, 'Visa •••• 4242'],
  [{ card: null, paymentGateway: 'wallet', totalPrice: 9.99 }, 'Wallet'],
  [{ card: null, paymentGateway: 'stripe', totalPrice: 20 }, 'Card'],
  // Free trials have the gateway `wallet`, although nothing is paid.
  [{ card: null, paymentGateway: 'wallet', totalPrice: 0 }, 'No charge'],
])('names the payment method (%#)', (payment, expected) => {
  expect(paymentMethodText(payment)).toBe(expected);
});
