/** The behavior of each test card, and the delays of the sandbox's bank. */
import type { TestCardToken } from '@contract/money/test-cards';
import type { DeclineCode } from './declines';

export const settlesAfter_s = 60;
export const disputedAfter_s = 3_600;
/** A dispute without an answer is lost, this long after the payment. */
export const disputeLostAfter_s = 2 * 86_400;
/** A dispute with evidence is won, this long after the answer. */
export const disputeWonAfter_s = 60;

export type Behaviour =
  | { does: 'pays' }
  | { does: 'declines'; code: DeclineCode }
  | { does: 'asks' }
  | { does: 'refuses_saving'; code: DeclineCode }
  | { does: 'declines_off_session'; code: DeclineCode }
  /** `code` null: it settles. Otherwise it is declined with `code`. */
  | { does: 'settles_late'; code: DeclineCode | null }
  | { does: 'disputes' };

export const behaviours: Record<TestCardToken, Behaviour> = {
  test_visa: { does: 'pays' },
  test_mastercard: { does: 'pays' },
  test_authentication: { does: 'asks' },
  test_declined: { does: 'declines', code: 'card_declined' },
  test_insufficient: { does: 'declines', code: 'insufficient_funds' },
  test_lost: { does: 'declines', code: 'lost_or_stolen' },
  test_stolen: { does: 'declines', code: 'lost_or_stolen' },
  test_expired: { does: 'declines', code: 'expired_card' },
  test_wrong_cvc: { does: 'declines', code: 'incorrect_cvc' },
  test_unsavable: { does: 'refuses_saving', code: 'card_declined' },
  test_no_renewals: { does: 'declines_off_session', code: 'card_declined' },
  test_late_success: { does: 'settles_late', code: null },
  test_late_failure: { does: 'settles_late', code: 'card_declined' },
  test_dispute: { does: 'disputes' },
};
