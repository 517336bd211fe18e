/** Which module hears of its files: by the kind that stands before the colon of what uses a file. */
import type { FileSettledBy } from '../media/settled';
import { feedFileSettled } from './feeds/feeds';
import { messageFileSettled } from './messages/messages';
import { settleVideo } from '../content/videos/videos';

const usedId = (attachedTo: string | null): string => attachedTo?.split(':')[1] ?? '';

export const fileSettled: FileSettledBy = {
  feed: feedFileSettled,
  message: messageFileSettled,
  video: (tx, { attachedTo }) => settleVideo(tx, usedId(attachedTo)),
};
