/** The door of the comments. */
export { setCommentHidden } from './hide';
export { commentToSee, entitlementToComment } from './see';
export { addComment, dropComment, removeComment } from './write';
