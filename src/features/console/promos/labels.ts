/** Labels of the positions and statuses of promotions. */
import type { promoPositions, PromoState } from '@contract/kernel/values/promos';
import type { StateLabel } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';

export type Promo = ResponseOf<'GET /admin/site-promos/search'>['data'][number];

/** Where visitors see the promotions of each position. */
export const positionLabels: Readonly<Record<(typeof promoPositions)[number], { short: string; long: string }>> = {
  top: { short: 'Top', long: 'Top: guest home page and above the feed' },
  middle: { short: 'Middle', long: 'Middle: home, between live streams and feed' },
  bottom: { short: 'Bottom', long: 'Bottom: end of the guest home page' },
  left: { short: 'Side, top', long: 'Side: home, above suggestions' },
  right: { short: 'Side, bottom', long: 'Side: home, below suggestions' },
};

export const promoStatusTags: Readonly<Record<PromoState, StateLabel>> = {
  shown: { label: 'Visible', tone: 'ok' },
  planned: { label: 'Scheduled', tone: 'warn' },
  over: { label: 'Ended', tone: 'quiet' },
  stopped: { label: 'Stopped', tone: 'danger' },
};
