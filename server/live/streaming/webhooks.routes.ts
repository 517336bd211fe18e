/**
 * Where LiveKit reports what happens in its rooms: outside the way of other requests, for the signature is over the bytes as they
 * came. Open in maintenance and to every country; the signature is who may call.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import { clientOf } from '../../platform/http/client-of';
import { EngineAway } from '../../streaming/engine';

const retryAfter_s = 2;

async function hears(ctx: Context, body: Buffer, authorization: string | undefined): Promise<boolean> {
  try {
    return await ctx.streaming.hearWebhook(body, authorization);
  } catch (error) {
    if (error instanceof EngineAway) return fail('service_unavailable', { retryAfter_s });
    throw error;
  }
}

/** Mounts `POST /webhooks/livekit`. */
export async function mountLiveWebhooks(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.post<{ Body: Buffer | undefined }>('/webhooks/livekit', async (request, reply) => {
      if (!(await hears(ctx, request.body ?? Buffer.alloc(0), request.headers.authorization))) {
        // What bears no signature is counted as any guest's request.
        await ctx.rates.take('general', networkOf((await clientOf(ctx, request)).address));
        fail('signature_invalid');
      }
      return reply.header('cache-control', 'no-store').send({ data: { received: true } });
    });
    done();
  });
}
