/** The sandbox's test cards. Only sites without gateway keys need them: in the browser, only the card forms import this file. */

/**
 * The only cards that the sandbox accepts. Card numbers never reach the server: the browser maps a test card's number to its token
 * and rejects every other number. Any security code and any future expiry date work.
 */
export const testCards = [
  { number: '4242424242424242', token: 'test_visa', brand: 'visa', last4: '4242', outcome: 'Payment succeeds' },
  { number: '5555555555554444', token: 'test_mastercard', brand: 'mastercard', last4: '4444', outcome: 'Payment succeeds' },
  { number: '4000002760003184', token: 'test_authentication', brand: 'visa', last4: '3184', outcome: 'Bank asks you to confirm' },
  { number: '4000000000000002', token: 'test_declined', brand: 'visa', last4: '0002', outcome: 'Declined' },
  { number: '4000000000009995', token: 'test_insufficient', brand: 'visa', last4: '9995', outcome: 'Insufficient funds' },
  { number: '4000000000009987', token: 'test_lost', brand: 'visa', last4: '9987', outcome: 'Reported lost' },
  { number: '4000000000009979', token: 'test_stolen', brand: 'visa', last4: '9979', outcome: 'Reported stolen' },
  { number: '4000000000000069', token: 'test_expired', brand: 'visa', last4: '0069', outcome: 'Expired' },
  { number: '4000000000000127', token: 'test_wrong_cvc', brand: 'visa', last4: '0127', outcome: 'Incorrect security code' },
  { number: '4000000000000309', token: 'test_unsavable', brand: 'visa', last4: '0309', outcome: 'Declined when saved' },
  {
    number: '4000000000000341',
    token: 'test_no_renewals',
    brand: 'visa',
    last4: '0341',
    outcome: 'Payment succeeds, renewals are declined',
  },
  { number: '4000000000000317', token: 'test_late_success', brand: 'visa', last4: '0317', outcome: 'Payment succeeds after 1 minute' },
  { number: '4000000000000325', token: 'test_late_failure', brand: 'visa', last4: '0325', outcome: 'Declined after 1 minute' },
  { number: '4000000000000259', token: 'test_dispute', brand: 'visa', last4: '0259', outcome: 'Payment succeeds, disputed after 1 hour' },
] as const;
export type TestCardToken = (typeof testCards)[number]['token'];
