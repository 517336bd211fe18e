/** The door of the posts: what other modules may call. Their rows as answers are the items' own. */
export { feedFileSettled } from '../../content/feeds/files';
export { createPoll, vote } from '../../content/feeds/polls';
export { uploadForFeed } from './upload';
export { createFeed, dropFeed } from '../../content/feeds/write';
