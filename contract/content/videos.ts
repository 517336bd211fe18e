/** Videos. */
import * as z from 'zod';
import {
  Deleted,
  Description,
  FrameNumber,
  ItemForm,
  CreatedBy,
  existingPeopleErrors,
  peopleErrors,
  publishFormErrors,
  viewErrors,
  Title,
  uploadErrors,
  Video,
} from './content';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { Flag, formNumber, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, repeated, Tag } from '../kernel/shapes';
import { audiences, itemStates } from '../kernel/values/content';
import { videoFileRoles } from '../kernel/values/files';

const files = {
  video: { kind: 'video', required: false },
  teaser: { kind: 'teaser', required: false },
  thumbnail: { kind: 'image', required: false },
} as const;

const VideoChanges = ItemForm.extend({
  title: Title.optional(),
  description: Description.optional(),
});

export default endpoints({
  'POST /performer/performer-assets/videos/upload': {
    summary: 'Add a video. It is converted in the background.',
    access: 'performer',
    delegate: 'content',
    files: { ...files, video: { kind: 'video', required: true } },
    body: VideoChanges.extend({ title: Title }),
    response: Video,
    mayRespond202: true,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...uploadErrors, ...publishFormErrors, ...peopleErrors],
  },
  'PUT /performer/performer-assets/videos/edit/:id': {
    summary:
      "Change one of the caller's videos. A new file replaces the old one once it is converted. The file of a sold video cannot be replaced.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    files,
    body: VideoChanges.extend({
      /** Makes the thumbnail from a frame of the video. An uploaded thumbnail takes precedence. */
      thumbnailFrame: formNumber(FrameNumber),
    }),
    response: Video,
    mayRespond202: true,
    errors: [...uploadErrors, ...publishFormErrors, ...existingPeopleErrors, 'video_not_found', 'file_not_found', 'item_sold'],
  },
  'DELETE /performer/performer-assets/videos/remove-file/:id': {
    summary: "Remove one of the files of one of the caller's videos.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    body: z.object({ type: z.enum(videoFileRoles) }),
    response: Video,
    errors: ['video_not_found', 'file_not_found', 'item_sold'],
  },
  'DELETE /performer/performer-assets/videos/:id': {
    summary: "Delete one of the caller's videos. Buyers keep access.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Deleted,
    errors: ['video_not_found'],
  },
  'GET /performer/performer-assets/videos/:id/view': {
    summary: "One of the caller's own videos, in any state.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Video,
    errors: ['video_not_found'],
  },
  'GET /performer/performer-assets/videos/search': {
    summary: "The caller's own videos.",
    access: 'performer',
    delegate: 'content',
    query: pageQuery(['title', 'price']).extend({
      state: fromQuery(z.enum(itemStates)),
      audience: fromQuery(z.enum(audiences)),
      excludedId: fromQuery(Id),
    }),
    response: pageOf(Video.extend(CreatedBy)),
  },
  'GET /performer-assets/videos/search': {
    summary: 'Search published videos.',
    access: 'anyone',
    query: pageQuery(['popular', 'price']).extend({
      performerId: fromQuery(Id),
      excludedId: fromQuery(Id),
      isSale: Flag,
      tags: repeated(Tag, limits.tagsMax),
    }),
    response: pageOf(Video),
    rateLimit: 'search',
  },
  'GET /performer-assets/videos/:id': {
    summary: 'One video, by ID or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    response: Video,
    errors: [...viewErrors, 'video_not_found'],
  },
});
