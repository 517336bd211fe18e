/**
 * One-click unsubscribe for mail programs. It bypasses the usual request handling because it receives a form without cookie and account. It
 * is available during maintenance and from every country, as mails are read there too.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context';
import { ApiError } from '../../../kernel/api-error';
import { networkOf } from '../../../platform/geo/client-address';
import { clientOf } from '../../../platform/http/client-of';
import { unsubscribePageUrlOfToken, unsubscribe, unsubscribePath } from './unsubscribe';

/** The raw query: a repeated parameter is an array. */
interface UnsubscribeRequest {
  Querystring: { token?: unknown };
}
const tokenOf = ({ token }: UnsubscribeRequest['Querystring']): string => (typeof token === 'string' ? token : '');

/** Mounts `POST /mail/unsubscribe` (RFC 8058). A browser that opens the URL is redirected to the page. */
export async function mountUnsubscribe(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register((scope, _options, done) => {
    // The URL contains the token, so the form is read and discarded.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => {
      parsed(null, null);
    });
    scope.post<UnsubscribeRequest>(unsubscribePath, async (request, reply) => {
      try {
        await unsubscribe(ctx, tokenOf(request.query));
      } catch (error) {
        if (error instanceof ApiError) await ctx.rateLimiter.consume('general', networkOf((await clientOf(ctx, request)).address));
        throw error;
      }
      return reply.header('cache-control', 'no-store').send({ data: { unsubscribed: true } });
    });
    scope.get<UnsubscribeRequest>(unsubscribePath, (request, reply) => {
      void reply.header('cache-control', 'no-store').redirect(unsubscribePageUrlOfToken(ctx, tokenOf(request.query)), 302);
    });
    done();
  });
}
