/** The door of the comments. */
export { setCommentHidden } from '../../content/comments/hide';
export { commentToSee, entitlementToComment } from './see';
export { addComment, dropComment, removeComment } from '../../content/comments/write';
