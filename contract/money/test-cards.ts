/** The sandbox's cards: of a site without keys alone, so only the screens that ask for a card carry them. */

/**
 * The only cards that the sandbox takes. Numbers never reach the host: the browser turns the number of a test card into its
 * token, and refuses every other number. Any security code and any expiry in the future will do.
 */
export const testCards = [
  { number: '4242424242424242', token: 'test_visa', brand: 'visa', last4: '4242', does: 'Pays' },
  { number: '5555555555554444', token: 'test_mastercard', brand: 'mastercard', last4: '4444', does: 'Pays' },
  { number: '4000002760003184', token: 'test_authentication', brand: 'visa', last4: '3184', does: 'The bank asks you to confirm' },
  { number: '4000000000000002', token: 'test_declined', brand: 'visa', last4: '0002', does: 'Is declined' },
  { number: '4000000000009995', token: 'test_insufficient', brand: 'visa', last4: '9995', does: 'Has too little money' },
  { number: '4000000000009987', token: 'test_lost', brand: 'visa', last4: '9987', does: 'Was reported lost' },
  { number: '4000000000009979', token: 'test_stolen', brand: 'visa', last4: '9979', does: 'Was reported stolen' },
  { number: '4000000000000069', token: 'test_expired', brand: 'visa', last4: '0069', does: 'Has expired' },
  { number: '4000000000000127', token: 'test_wrong_cvc', brand: 'visa', last4: '0127', does: 'Has a wrong security code' },
  { number: '4000000000000309', token: 'test_unsavable', brand: 'visa', last4: '0309', does: 'Is declined when it is saved' },
  { number: '4000000000000341', token: 'test_no_renewals', brand: 'visa', last4: '0341', does: 'Pays, but renewals are declined' },
  { number: '4000000000000317', token: 'test_late_success', brand: 'visa', last4: '0317', does: 'Pays after a minute' },
  { number: '4000000000000325', token: 'test_late_failure', brand: 'visa', last4: '0325', does: 'Is declined after a minute' },
  { number: '4000000000000259', token: 'test_dispute', brand: 'visa', last4: '0259', does: 'Pays, and is disputed an hour later' },
] as const;
export type TestCardToken = (typeof testCards)[number]['token'];
