/** Videos. */
import { z } from 'zod';
import { Deleted, Description, Frame, ItemForm, publishFormFails, seeFails, Title, uploadFails, Video, Made } from './content';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { Flag, formList, formNumber, fromQuery, Id, IdOrSlugParam, IdParam, pageOf, pageQuery, repeated, Tag } from '../kernel/shapes';
import { audiences, itemStates, videoFiles } from '../values';

const files = {
  video: { kind: 'video', required: false },
  teaser: { kind: 'teaser', required: false },
  thumbnail: { kind: 'image', required: false },
} as const;

const VideoChanges = ItemForm.extend({
  title: Title.optional(),
  description: Description.optional(),
  participantIds: formList(Id, limits.participantsMax),
});

export default endpoints({
  'POST /performer/performer-assets/videos/upload': {
    does: 'Add a video. It is converted after the answer.',
    access: 'performer',
    helper: 'content',
    files: { ...files, video: { kind: 'video', required: true } },
    body: VideoChanges.extend({ title: Title }),
    answer: Video,
    mayContinue: true,
    idempotent: true,
    rate: 'upload',
    fails: [...uploadFails, ...publishFormFails, 'performer_not_found'],
  },
  'PUT /performer/performer-assets/videos/edit/:id': {
    does: 'Change an own video. A new file takes the place of the old one when it is ready.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    files,
    body: VideoChanges.extend({
      /** Makes the thumbnail of a moment of the video; one that is sent stands before it. */
      thumbnailFrame: formNumber(Frame),
    }),
    answer: Video,
    mayContinue: true,
    fails: [...uploadFails, ...publishFormFails, 'video_not_found', 'performer_not_found', 'file_not_found'],
  },
  'DELETE /performer/performer-assets/videos/remove-file/:id': {
    does: 'Take one of the files from an own video.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    body: z.object({ type: z.enum(videoFiles) }),
    answer: Video,
    fails: ['video_not_found', 'file_not_found', 'item_sold'],
  },
  'DELETE /performer/performer-assets/videos/:id': {
    does: 'Delete an own video. Who bought it keeps it.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Deleted,
    fails: ['video_not_found'],
  },
  'GET /performer/performer-assets/videos/:id/view': {
    does: 'One of the own videos, whatever its state.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Video,
    fails: ['video_not_found'],
  },
  'GET /performer/performer-assets/videos/search': {
    does: "The caller's own videos.",
    access: 'performer',
    helper: 'content',
    query: pageQuery(['title', 'price']).extend({
      state: fromQuery(z.enum(itemStates)),
      audience: fromQuery(z.enum(audiences)),
      excludedId: fromQuery(Id),
    }),
    answer: pageOf(Video.extend(Made)),
  },
  'GET /performer-assets/videos/search': {
    does: 'Find published videos.',
    access: 'anyone',
    query: pageQuery(['popular', 'price']).extend({
      performerId: fromQuery(Id),
      excludedId: fromQuery(Id),
      isSale: Flag,
      tags: repeated(Tag, limits.tagsMax),
    }),
    answer: pageOf(Video),
    rate: 'search',
  },
  'GET /performer-assets/videos/:id': {
    does: 'One video, by id or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    answer: Video,
    fails: [...seeFails, 'video_not_found'],
  },
});
