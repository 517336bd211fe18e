/** Places and states of promotions in words. */
import type { promoPositions, PromoState } from '@contract/values';
import type { AnswerOf } from '@web/services/call';
import type { StateTone } from '@web/ui/feedback/state-mark';

export type Promo = AnswerOf<'GET /admin/site-promos/search'>['data'][number];

/** Where visitors meet each. */
export const placeWords: Readonly<Record<(typeof promoPositions)[number], { short: string; long: string }>> = {
  top: { short: 'Top', long: 'Top: first page of guests, and above the feed' },
  middle: { short: 'Middle', long: 'Middle: at home, between shows and feed' },
  bottom: { short: 'Bottom', long: 'Bottom: at the end of the first page of guests' },
  left: { short: 'Side, first', long: 'Side: at home, before the suggestions' },
  right: { short: 'Side, last', long: 'Side: at home, after the suggestions' },
};

export const promoWords: Readonly<Record<PromoState, { word: string; tone: StateTone }>> = {
  shown: { word: 'Shown', tone: 'ok' },
  planned: { word: 'Planned', tone: 'warn' },
  over: { word: 'Over', tone: 'quiet' },
  stopped: { word: 'Stopped', tone: 'danger' },
};
