/** The door of the galleries: what other modules may call. Their rows as answers are the items' own. */
export { createGallery } from './gallery';
export { addPhoto } from './photos';
