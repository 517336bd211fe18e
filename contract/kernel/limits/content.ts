/** Limits of what performers publish, and of comments on it. */
import { day, hour } from '../units';

export const itemTitleLengthMax = 150;
export const feedTextLengthMax = 5000;
/** The part of a locked item's text that is shown. */
export const lockedTextLengthMax = 120;
export const itemDescriptionLengthMax = 5000;
export const tagLengthMax = 30;
export const tagsMax = 10;
export const feedFilesMax = 12;
/** Alternative text of an image. */
export const altTextLengthMax = 500;
/** Number of frames of a video that are offered as its thumbnail. */
export const videoFrames = 3;
export const pinnedFeedsMax = 3;
export const galleryPhotosMax = 500;
export const participantsMax = 10;
/** Signed releases of one performer. */
export const releasesMax = 500;
/** Of the name on a release. */
export const legalNameLengthMax = 120;
export const pollQuestionLengthMax = 200;
export const pollOptionLengthMax = 100;
export const pollOptions = { min: 2, max: 10 } as const;
/** Scheduled items that are listed or unlisted in one transaction. */
export const listingBatchSize = 200;
/** How long a poll may last: one hour to sixty days, one week by default. */
export const poll_s = { min: hour, max: 60 * day, default: 7 * day } as const;
export const commentLengthMax = 500;
export const keywordLengthMax = 100;
