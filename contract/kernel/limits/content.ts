/** Limits of what performers publish, and of what is said about it. */
import { day, hour } from '../units';

export const itemTitleLengthMax = 150;
export const feedTextLengthMax = 5000;
/** So much of a text is shown of an item that is locked. */
export const lockedTextLengthMax = 120;
export const itemDescriptionLengthMax = 5000;
export const tagLengthMax = 30;
export const tagsMax = 10;
export const feedFilesMax = 12;
/** What a picture shows, for those who do not see it. */
export const altTextLengthMax = 500;
/** So many moments of a video are offered as its thumbnail. */
export const videoFrames = 3;
export const pinnedFeedsMax = 3;
export const galleryPhotosMax = 500;
export const participantsMax = 10;
export const pollQuestionLengthMax = 200;
export const pollOptionLengthMax = 100;
export const pollOptions = { min: 2, max: 10 } as const;
/** Items that are listed or taken down in one transaction when their time has come. */
export const relistedAtOnce = 200;
/** How long a poll may last: from an hour to sixty days, a week unless it says otherwise. */
export const poll_s = { min: hour, max: 60 * day, standard: 7 * day } as const;
export const commentLengthMax = 500;
export const keywordLengthMax = 100;
