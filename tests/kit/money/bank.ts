/** A bank account as a performer enters it for payouts. */
export const bankAccount = {
  firstName: 'Ada',
  lastName: 'Winters',
  bankName: 'Good Bank',
  country: 'GB',
  iban: 'GB82 WEST 1234 5698 7654 32',
  swift: 'WESTGB22',
};
