/**
 * Where mail programs end mails: outside the way of other requests, for they send a form, with no cookie and no account. Open in
 * maintenance and to every country, as the mails are.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context';
import { Refusal } from '../../../kernel/api-error';
import { networkOf } from '../../../platform/geo/client-address';
import { clientOf } from '../../../platform/http/client-of';
import { pageOfToken, unsubscribe, unsubscribePath } from './unsubscribe';

/** As it came: a parameter given twice is a list. */
interface Asked {
  Querystring: { token?: unknown };
}
const tokenOf = ({ token }: Asked['Querystring']): string => (typeof token === 'string' ? token : '');

/** Mounts `POST /mail/unsubscribe` (RFC 8058); a browser that opens the address comes to the page. */
export async function mountUnsubscribe(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register((scope, _options, done) => {
    // What the form says is known from the address: it is read and left.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => {
      parsed(null, null);
    });
    scope.post<Asked>(unsubscribePath, async (request, reply) => {
      try {
        await unsubscribe(ctx, tokenOf(request.query));
      } catch (error) {
        if (error instanceof Refusal) await ctx.rates.take('general', networkOf((await clientOf(ctx, request)).address));
        throw error;
      }
      return reply.header('cache-control', 'no-store').send({ data: { unsubscribed: true } });
    });
    scope.get<Asked>(unsubscribePath, (request, reply) => {
      void reply.header('cache-control', 'no-store').redirect(pageOfToken(ctx, tokenOf(request.query)), 302);
    });
    done();
  });
}
