/**
 * The door of the items: whatever a performer publishes, read and written in one way. What only one kind has is in the
 * modules of feeds, galleries and videos.
 */
export { galleryAnswers, photoAnswers, videoAnswers, type GalleryAnswer, type PhotoAnswer, type VideoAnswer } from './asset-rows';
export { feedAnswers, feedOfPoll, isInFeed, type FeedAnswer } from './feed-rows';
export { itemAnswers, type ItemAnswer } from './item-rows';
export { productAnswers, type ProductAnswer } from './product-rows';
export { relist } from './listing';
export { foundOf, listedItems, ownFilters, readFound } from './lists';
export { pollAnswers, type PollAnswer } from './poll-rows';
export { countItemView, entitlementToItem, findItem, itemToSee, itemToUse, withinReach } from './see';
export { assertMayPublish, lockOwnItem, type ItemRow } from './terms';
export { foundBy, inState, keptSince, openPageOf, ownItems, publishedItems, shownItems } from './visible';
export { typedItems } from './words';
export { createItem, hideForGood, isSold, setHidden, setReadiness, updateItem } from './write';
