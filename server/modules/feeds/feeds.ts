/** The door of the posts: what other modules may call. Their rows as answers are the items' own. */
export { feedFileSettled } from './files';
export { createPoll, vote } from './polls';
export { uploadForFeed } from './upload';
export { createFeed, dropFeed } from './write';
