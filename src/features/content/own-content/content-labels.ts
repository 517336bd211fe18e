/** Labels of the states and audiences of content, with their colors. */
import type { Audience, ItemState } from '@contract/kernel/values/content';
import type { FeedType } from '@contract/kernel/values/feeds';
import { shortTokens } from '@web/lib/i18n/money';
import type { StateLabel } from '@web/lib/wording/state-label';

export const itemStateTags: Record<ItemState, StateLabel> = {
  draft: { label: 'Draft', tone: 'quiet' },
  processing: { label: 'Processing', tone: 'warn' },
  failed: { label: 'Failed', tone: 'danger' },
  'awaiting-consent': { label: 'Waiting for consent', tone: 'warn' },
  'consent-refused': { label: 'Consent refused', tone: 'danger' },
  scheduled: { label: 'Scheduled', tone: 'warn' },
  published: { label: 'Published', tone: 'ok' },
  inactive: { label: 'Hidden', tone: 'quiet' },
  hidden: { label: 'Taken down', tone: 'danger' },
  expired: { label: 'Ended', tone: 'quiet' },
};

export const audienceLabels: Record<Audience, string> = {
  public: 'Everyone',
  followers: 'Followers',
  subscribers: 'Subscribers',
  paid: 'Pay-per-view',
};

export const postTypeLabels: Record<FeedType, string> = {
  text: 'Text',
  photo: 'Photos',
  video: 'Video',
  audio: 'Audio',
  'scheduled-stream': 'Live stream',
};

export const audienceOrPriceLabel = ({ audience, price }: { audience: Audience; price: number | null }): string =>
  audience === 'paid' && price !== null ? `${shortTokens(price)} tokens` : audienceLabels[audience];
