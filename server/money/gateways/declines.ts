/** Decline codes of banks, and the message for the fan: what happened and what to do, without details that help a thief. */

export const declines = {
  card_declined: 'Your bank declined this card. Try another card, or ask your bank.',
  insufficient_funds: 'There is not enough money on this card. Try another card.',
  /** The same message as for any other decline, so that the holder of a stolen card learns nothing. */
  lost_or_stolen: 'Your bank declined this card. Try another card, or ask your bank.',
  expired_card: 'This card has expired. Add a new one.',
  incorrect_cvc: 'The security code of this card is wrong. Add the card again.',
  incorrect_number: 'The number of this card is wrong. Add the card again.',
  limit_exceeded: 'This card has reached its limit. Try another card, or try again tomorrow.',
  amount_not_supported: 'The bank does not take payments of this size. Choose another amount.',
  not_supported: 'This card cannot be used for this purchase. Try another card.',
  authentication_required: 'Your bank wants you to confirm this payment yourself. Please pay it once more.',
  authentication_failed: 'The payment was not confirmed with your bank. Try again, or use another card.',
  card_gone: 'This card is not saved any more. Add it again, or choose another.',
  try_again: 'Your bank did not answer properly. Nothing was charged: try again in a few minutes.',
} as const;

export type DeclineCode = keyof typeof declines;

/** The outcome of a decline. */
export function declined(code: DeclineCode): { status: 'declined'; code: DeclineCode; message: string } {
  return { status: 'declined', code, message: declines[code] };
}
