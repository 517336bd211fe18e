/** Posts and polls: reading them, and what their performer does with them. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

type Sent = FilesOf<'POST /performer/feeds/photo/upload'>['file'];

export const feedService = service((call) => ({
  list: (query: QueryOf<'GET /user/feeds'>) => call('GET /user/feeds', { query }),
  searchOf: (username: string, query: QueryOf<'GET /user/feeds/search/:username'>) =>
    call('GET /user/feeds/search/:username', { params: { username }, query }),
  /** By id or slug. */
  view: (id: string) => call('GET /user/feeds/:id', { params: { id } }),
  vote: (optionId: string) => call('POST /user/feeds/vote/:id', { params: { id: optionId } }),
  uploadPhoto: (file: Sent, options?: CallOptions) => call('POST /performer/feeds/photo/upload', { files: { file } }, options),
  uploadThumbnail: (file: Sent, options?: CallOptions) => call('POST /performer/feeds/thumbnail/upload', { files: { file } }, options),
  uploadVideo: (file: Sent, options?: CallOptions) => call('POST /performer/feeds/video/upload', { files: { file } }, options),
  uploadTeaser: (file: Sent, options?: CallOptions) => call('POST /performer/feeds/teaser/upload', { files: { file } }, options),
  uploadAudio: (file: Sent, options?: CallOptions) => call('POST /performer/feeds/audio/upload', { files: { file } }, options),
  createPoll: (body: BodyOf<'POST /performer/feeds/polls'>) => call('POST /performer/feeds/polls', { body }),
  create: (body: BodyOf<'POST /performer/feeds'>) => call('POST /performer/feeds', { body }),
  own: (query: QueryOf<'GET /performer/feeds'>) => call('GET /performer/feeds', { query }),
  viewOwn: (id: string) => call('GET /performer/feeds/:id', { params: { id } }),
  update: (id: string, body: BodyOf<'PUT /performer/feeds/:id'>) => call('PUT /performer/feeds/:id', { params: { id }, body }),
  remove: (id: string) => call('DELETE /performer/feeds/:id', { params: { id } }),
}));
