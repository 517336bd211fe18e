/** Labels of the placements and states of promotions. */
import type { promoPositions, PromoState } from '@contract/kernel/values/promos';
import type { StateLabel } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';

export type Promo = ResponseOf<'GET /admin/site-promos/search'>['data'][number];

/** Where visitors see each placement. */
export const placementLabels: Readonly<Record<(typeof promoPositions)[number], { short: string; long: string }>> = {
  top: { short: 'Top', long: 'Top: first page of guests, and above the feed' },
  middle: { short: 'Middle', long: 'Middle: at home, between shows and feed' },
  bottom: { short: 'Bottom', long: 'Bottom: at the end of the first page of guests' },
  left: { short: 'Side, first', long: 'Side: at home, before the suggestions' },
  right: { short: 'Side, last', long: 'Side: at home, after the suggestions' },
};

export const promoStatusTags: Readonly<Record<PromoState, StateLabel>> = {
  shown: { label: 'Shown', tone: 'ok' },
  planned: { label: 'Planned', tone: 'warn' },
  over: { label: 'Over', tone: 'quiet' },
  stopped: { label: 'Stopped', tone: 'danger' },
};
