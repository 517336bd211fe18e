/** The sandbox's test cards. Only sites without gateway keys need them: in the browser, only the card forms import this file. */

/**
 * The only cards that the sandbox accepts. Card numbers never reach the server: the browser maps a test card's number to its token
 * and rejects every other number. Any security code and any future expiry date work.
 */
export const testCards = [
  { number: '4242424242424242', token: 'test_visa', brand: 'visa', last4: '4242', outcome: 'Pays' },
  { number: '5555555555554444', token: 'test_mastercard', brand: 'mastercard', last4: '4444', outcome: 'Pays' },
  { number: '4000002760003184', token: 'test_authentication', brand: 'visa', last4: '3184', outcome: 'The bank asks you to confirm' },
  { number: '4000000000000002', token: 'test_declined', brand: 'visa', last4: '0002', outcome: 'Is declined' },
  { number: '4000000000009995', token: 'test_insufficient', brand: 'visa', last4: '9995', outcome: 'Has too little money' },
  { number: '4000000000009987', token: 'test_lost', brand: 'visa', last4: '9987', outcome: 'Was reported lost' },
  { number: '4000000000009979', token: 'test_stolen', brand: 'visa', last4: '9979', outcome: 'Was reported stolen' },
  { number: '4000000000000069', token: 'test_expired', brand: 'visa', last4: '0069', outcome: 'Has expired' },
  { number: '4000000000000127', token: 'test_wrong_cvc', brand: 'visa', last4: '0127', outcome: 'Has a wrong security code' },
  { number: '4000000000000309', token: 'test_unsavable', brand: 'visa', last4: '0309', outcome: 'Is declined when it is saved' },
  { number: '4000000000000341', token: 'test_no_renewals', brand: 'visa', last4: '0341', outcome: 'Pays, but renewals are declined' },
  { number: '4000000000000317', token: 'test_late_success', brand: 'visa', last4: '0317', outcome: 'Pays after a minute' },
  { number: '4000000000000325', token: 'test_late_failure', brand: 'visa', last4: '0325', outcome: 'Is declined after a minute' },
  { number: '4000000000000259', token: 'test_dispute', brand: 'visa', last4: '0259', outcome: 'Pays, and is disputed an hour later' },
] as const;
export type TestCardToken = (typeof testCards)[number]['token'];
