/** The door of the comments. */
export { commentToSee, entitlementToComment } from './see';
export { addComment } from './write';
