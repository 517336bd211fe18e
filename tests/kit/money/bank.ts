/** A bank account as performers enter one. */
export const bank = {
  firstName: 'Ada',
  lastName: 'Winters',
  bankName: 'Good Bank',
  country: 'GB',
  iban: 'GB82 WEST 1234 5698 7654 32',
  swift: 'WESTGB22',
};
