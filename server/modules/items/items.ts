/**
 * The door of the items: whatever a performer publishes, read and written in one way. What only one kind has is in the
 * modules of feeds, galleries and videos.
 */
export {
  galleryAnswers,
  photoAnswers,
  videoAnswers,
  type GalleryAnswer,
  type PhotoAnswer,
  type VideoAnswer,
} from '../../content/items/asset-rows';
export { feedAnswers, feedOfPoll, isInFeed, type FeedAnswer } from '../../content/items/feed-rows';
export { itemAnswers, type ItemAnswer } from './item-rows';
export { productAnswers, type ProductAnswer } from '../../content/items/product-rows';
export { relist } from '../../content/items/listing';
export { foundOf, listedItems, ownFilters, readFound } from '../../content/items/lists';
export { pollAnswers, type PollAnswer } from '../../content/items/poll-rows';
export { countItemView, entitlementToItem, findItem, itemToSee, itemToUse, withinReach } from './see';
export { assertMayPublish, lockOwnItem, type ItemRow } from '../../content/items/publishing-options';
export { foundBy, inState, keptSince, openPageOf, ownItems, publishedItems, shownItems } from '../../content/items/visible';
export { typedItems } from '../../content/items/text-search';
export { createItem, hideForGood, isSold, setHidden, setReadiness, updateItem } from '../../content/items/write';
