/** Finding performers, their pages, and what a performer sets up for herself. */
import type { BodyOf, CallOptions, FilesOf, QueryOf } from './call';
import { service } from './service';

const self = { id: 'me' } as const;

export const performerService = service((call) => ({
  search: (query: QueryOf<'GET /performers/user/search'>) => call('GET /performers/user/search', { query }),
  random: (query: QueryOf<'GET /performers/search/random'>) => call('GET /performers/search/random', { query }),
  top: (query: QueryOf<'GET /performers/top'>) => call('GET /performers/top', { query }),
  me: () => call('GET /performers/me', {}),
  /** By id or username. */
  view: (id: string) => call('GET /performers/:id', { params: { id } }),
  update: (id: string, body: BodyOf<'PUT /performers/:id'>) => call('PUT /performers/:id', { params: { id }, body }),
  updateBanking: (body: BodyOf<'PUT /performers/:id/banking-settings'>) =>
    call('PUT /performers/:id/banking-settings', { params: self, body }),
  updatePayoutMethod: (body: BodyOf<'PUT /performers/:id/payment-gateway-settings'>) =>
    call('PUT /performers/:id/payment-gateway-settings', { params: self, body }),
  uploadAvatar: (avatar: Blob, options?: CallOptions) => call('POST /performers/avatar/upload', { files: { avatar } }, options),
  uploadCover: (cover: Blob, options?: CallOptions) => call('POST /performers/cover/upload', { files: { cover } }, options),
  uploadWelcomeVideo: (video: FilesOf<'POST /performers/welcome-video/upload'>['welcome-video'], options?: CallOptions) =>
    call('POST /performers/welcome-video/upload', { files: { 'welcome-video': video } }, options),
  uploadDocument: (type: BodyOf<'POST /performers/documents/upload'>['type'], file: Blob, options?: CallOptions) =>
    call('POST /performers/documents/upload', { body: { type }, files: { file } }, options),
}));
