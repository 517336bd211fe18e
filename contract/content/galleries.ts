/** Galleries and their photos. */
import * as z from 'zod';
import {
  Deleted,
  Description,
  Gallery,
  ItemChanges,
  ItemForm,
  existingPeopleErrors,
  peopleErrors,
  Photo,
  publishFormErrors,
  viewErrors,
  Title,
  uploadErrors,
  CreatedBy,
} from './content';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Count, Flag, formText, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, repeated, Tag, Text } from '../kernel/shapes';
import { audiences, itemStates } from '../kernel/values/content';

const GalleryChanges = ItemChanges.extend({ title: Title.optional(), description: Description.optional() });
const publicSearch = {
  performerId: fromQuery(Id),
  excludedId: fromQuery(Id),
  isSale: Flag,
  tags: repeated(Tag, limits.tagsMax),
};
const ownSearch = { state: fromQuery(z.enum(itemStates)), audience: fromQuery(z.enum(audiences)), excludedId: fromQuery(Id) };
const photoOrders = ['ordering'] as const;

export default endpoints({
  'POST /performer/performer-assets/galleries': {
    summary: 'Create a gallery.',
    access: 'performer',
    delegate: 'content',
    body: GalleryChanges.extend({ title: Title }),
    response: Gallery,
    errors: [...publishFormErrors, ...peopleErrors],
  },
  'GET /performer/performer-assets/galleries/search': {
    summary: "The caller's own galleries.",
    access: 'performer',
    delegate: 'content',
    query: pageQuery(['title', 'price']).extend(ownSearch),
    response: pageOf(Gallery.extend(CreatedBy)),
  },
  'GET /performer/performer-assets/galleries/:id/view': {
    summary: "One of the caller's own galleries, in any state.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Gallery,
    errors: ['gallery_not_found'],
  },
  'PUT /performer/performer-assets/galleries/:id': {
    summary: "Change one of the caller's galleries.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    body: GalleryChanges,
    response: Gallery,
    errors: [...publishFormErrors, ...existingPeopleErrors, 'gallery_not_found'],
  },
  'DELETE /performer/performer-assets/galleries/:id': {
    summary: "Delete one of the caller's galleries with its photos. Buyers keep access.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Deleted,
    errors: ['gallery_not_found'],
  },
  'GET /performer-assets/galleries/search': {
    summary: 'Search published galleries.',
    access: 'anyone',
    query: pageQuery(['popular', 'price']).extend(publicSearch),
    response: pageOf(Gallery),
    rateLimit: 'search',
  },
  'GET /performer-assets/galleries/:id': {
    summary: 'One gallery, by ID or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    response: Gallery,
    errors: [...viewErrors, 'gallery_not_found'],
  },
  'POST /performer/performer-assets/photos/upload': {
    summary: 'Add a photo, with or without a gallery.',
    access: 'performer',
    delegate: 'content',
    files: { photo: { kind: 'image', required: true, aliases: ['file'] } },
    body: ItemForm.extend({
      galleryId: formText(Id),
      title: Text(limits.itemTitleLengthMax).optional(),
      description: Text(limits.itemDescriptionLengthMax).optional(),
    }),
    response: Photo,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...uploadErrors, ...publishFormErrors, ...peopleErrors, 'gallery_not_found', 'gallery_full'],
  },
  'GET /performer/performer-assets/photos/search': {
    summary: "The caller's own photos.",
    access: 'performer',
    delegate: 'content',
    query: pageQuery(photoOrders).extend({ galleryId: fromQuery(Id), state: fromQuery(z.enum(itemStates)) }),
    response: pageOf(Photo.extend(CreatedBy)),
  },
  'PUT /performer/performer-assets/photos/:id': {
    summary: "Change one of the caller's photos, or its position. Buyers of a gallery keep access to photos that are removed from it.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    body: ItemChanges.extend({
      title: Text(limits.itemTitleLengthMax).optional(),
      description: Description.optional(),
      galleryId: Id.nullable().optional(),
      ordering: Count(0, 100_000).optional(),
    }),
    response: Photo,
    errors: [...publishFormErrors, ...existingPeopleErrors, 'photo_not_found', 'gallery_not_found', 'gallery_full'],
  },
  'DELETE /performer/performer-assets/photos/:id': {
    summary: "Delete one of the caller's photos.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Deleted,
    errors: ['photo_not_found'],
  },
  'POST /performer/performer-assets/photos/set-cover/:id': {
    summary: 'Make a photo the cover of its gallery.',
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Gallery,
    errors: ['photo_not_found', 'photo_without_gallery'],
  },
  'GET /performer-assets/photos': {
    summary: 'Published photos of a performer or a gallery. One of them is required.',
    access: 'anyone',
    query: pageQuery(photoOrders)
      .extend({ performerId: fromQuery(Id), galleryId: fromQuery(Id) })
      .refine(({ performerId, galleryId }) => performerId !== undefined || galleryId !== undefined, {
        path: ['performerId'],
        message: 'Specify a creator or a gallery.',
      }),
    response: pageOf(Photo),
    errors: [...viewErrors, 'gallery_not_found', 'performer_not_found'],
  },
  'GET /performer-assets/photos/:performerId': {
    summary: 'Published photos of a performer.',
    access: 'anyone',
    params: z.object({ performerId: Id }),
    query: pageQuery(photoOrders),
    response: pageOf(Photo),
    errors: [...viewErrors, 'performer_not_found'],
  },
});
