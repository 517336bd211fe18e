/** Galleries and their photos. */
import { z } from 'zod';
import {
  Deleted,
  Description,
  Gallery,
  ItemChanges,
  ItemForm,
  Photo,
  publishFormFails,
  seeFails,
  Title,
  uploadFails,
  Made,
} from './content';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Count, Flag, formText, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, repeated, Tag, Text } from '../kernel/shapes';
import { audiences, itemStates } from '../values';

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
    does: 'Make a gallery.',
    access: 'performer',
    helper: 'content',
    body: GalleryChanges.extend({ title: Title }),
    answer: Gallery,
    fails: publishFormFails,
  },
  'GET /performer/performer-assets/galleries/search': {
    does: "The caller's own galleries.",
    access: 'performer',
    helper: 'content',
    query: pageQuery(['title', 'price']).extend(ownSearch),
    answer: pageOf(Gallery.extend(Made)),
  },
  'GET /performer/performer-assets/galleries/:id/view': {
    does: 'One of the own galleries, whatever its state.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Gallery,
    fails: ['gallery_not_found'],
  },
  'PUT /performer/performer-assets/galleries/:id': {
    does: 'Change an own gallery.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    body: GalleryChanges,
    answer: Gallery,
    fails: [...publishFormFails, 'gallery_not_found'],
  },
  'DELETE /performer/performer-assets/galleries/:id': {
    does: 'Delete an own gallery with its photos. Who bought it keeps it.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Deleted,
    fails: ['gallery_not_found'],
  },
  'GET /performer-assets/galleries/search': {
    does: 'Find published galleries.',
    access: 'anyone',
    query: pageQuery(['popular', 'price']).extend(publicSearch),
    answer: pageOf(Gallery),
    rate: 'search',
  },
  'GET /performer-assets/galleries/:id': {
    does: 'One gallery, by id or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    answer: Gallery,
    fails: [...seeFails, 'gallery_not_found'],
  },
  'POST /performer/performer-assets/photos/upload': {
    does: 'Add a photo, to a gallery or on its own.',
    access: 'performer',
    helper: 'content',
    files: { photo: { kind: 'image', required: true, aliases: ['file'] } },
    body: ItemForm.extend({
      galleryId: formText(Id),
      title: Text(limits.itemTitleLengthMax).optional(),
      description: Text(limits.itemDescriptionLengthMax).optional(),
    }),
    answer: Photo,
    idempotent: true,
    rate: 'upload',
    fails: [...uploadFails, ...publishFormFails, 'gallery_not_found', 'gallery_full'],
  },
  'GET /performer/performer-assets/photos/search': {
    does: "The caller's own photos.",
    access: 'performer',
    helper: 'content',
    query: pageQuery(photoOrders).extend({ galleryId: fromQuery(Id), state: fromQuery(z.enum(itemStates)) }),
    answer: pageOf(Photo.extend(Made)),
  },
  'PUT /performer/performer-assets/photos/:id': {
    does: 'Change an own photo, or its place.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    body: ItemChanges.extend({
      title: Text(limits.itemTitleLengthMax).optional(),
      description: Description.optional(),
      galleryId: Id.nullable().optional(),
      ordering: Count(0, 100_000).optional(),
    }),
    answer: Photo,
    fails: [...publishFormFails, 'photo_not_found', 'gallery_not_found', 'gallery_full', 'item_sold'],
  },
  'DELETE /performer/performer-assets/photos/:id': {
    does: 'Delete an own photo.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Deleted,
    fails: ['photo_not_found'],
  },
  'POST /performer/performer-assets/photos/set-cover/:id': {
    does: 'Make a photo the cover of its gallery.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Gallery,
    fails: ['photo_not_found', 'photo_without_gallery'],
  },
  'GET /performer-assets/photos': {
    does: 'Published photos of a performer or of a gallery: one of the two is asked for.',
    access: 'anyone',
    query: pageQuery(photoOrders)
      .extend({ performerId: fromQuery(Id), galleryId: fromQuery(Id) })
      .refine(({ performerId, galleryId }) => performerId !== undefined || galleryId !== undefined, {
        path: ['performerId'],
        message: 'Name a performer or a gallery.',
      }),
    answer: pageOf(Photo),
    fails: [...seeFails, 'gallery_not_found', 'performer_not_found'],
  },
  'GET /performer-assets/photos/:performerId': {
    does: 'Published photos of a performer.',
    access: 'anyone',
    params: z.object({ performerId: Id }),
    query: pageQuery(photoOrders),
    answer: pageOf(Photo),
    fails: [...seeFails, 'performer_not_found'],
  },
});
