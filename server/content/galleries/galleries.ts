/** The door of the galleries: what other modules may call. Their rows as answers are the items' own. */
export { createGallery, dropGallery } from './gallery';
export { addPhoto, dropPhoto } from '../../modules/galleries/photos';
