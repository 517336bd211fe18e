/** The post types that lists can be filtered by. Separate from the queries, because most lists have no filter. */
import type { FeedFilter } from '@contract/kernel/values/feeds';

export const typeLabels: Record<FeedFilter, string> = {
  photo: 'Photos',
  video: 'Videos',
  audio: 'Audio clips',
  text: 'Text',
  poll: 'Polls',
  'scheduled-stream': 'Live streams',
};

/** The types in the order of `typeLabels`, for chips and selects. */
export const typeOptions = () => Object.entries(typeLabels).map(([value, label]) => ({ value, label }));
