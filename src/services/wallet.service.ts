/** The wallet: paying from the balance, and what was paid. */
import type { BodyOf, CallOptions, QueryOf } from './call';
import { service } from './service';

export const walletService = service((call) => ({
  tip: (performerId: string, body: BodyOf<'POST /wallet/charges/tip/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/tip/:id', { params: { id: performerId }, body }, options),
  buyFeed: (id: string, body: BodyOf<'POST /wallet/charges/feed/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/feed/:id', { params: { id }, body }, options),
  buyVideo: (id: string, body: BodyOf<'POST /wallet/charges/video/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/video/:id', { params: { id }, body }, options),
  buyGallery: (id: string, body: BodyOf<'POST /wallet/charges/gallery/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/gallery/:id', { params: { id }, body }, options),
  buyProduct: (id: string, body: BodyOf<'POST /wallet/charges/product/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/product/:id', { params: { id }, body }, options),
  buyCart: (body: BodyOf<'POST /wallet/charges/cart'>, options?: CallOptions) => call('POST /wallet/charges/cart', { body }, options),
  openMessage: (id: string, body: BodyOf<'POST /wallet/charges/message/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/message/:id', { params: { id }, body }, options),
  enterStream: (id: string, body: BodyOf<'POST /wallet/charges/stream/:id'>, options?: CallOptions) =>
    call('POST /wallet/charges/stream/:id', { params: { id }, body }, options),
  charges: (query: QueryOf<'GET /wallet/charges/search'>) => call('GET /wallet/charges/search', { query }),
  purchases: (query: QueryOf<'GET /wallet/purchases'>) => call('GET /wallet/purchases', { query }),
  statement: (query: QueryOf<'GET /wallet/statement'>) => call('GET /wallet/statement', { query }),
  spending: () => call('GET /wallet/spending', {}),
}));
