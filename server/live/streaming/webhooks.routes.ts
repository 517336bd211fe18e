/**
 * Webhook for LiveKit room events. It bypasses the usual request parsing, because the signature covers the raw body. It stays open in
 * maintenance mode and for blocked countries; the signature authenticates the caller.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import { clientOf } from '../../platform/http/client-of';
import { EngineUnavailable } from '../engines/engine';

const retryAfter_s = 2;

async function verifyAndHandle(ctx: Context, body: Buffer, authorization: string | undefined): Promise<boolean> {
  try {
    return await ctx.streaming.handleLivekitWebhook(body, authorization);
  } catch (error) {
    if (error instanceof EngineUnavailable) return fail('service_unavailable', { retryAfter_s });
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
      if (!(await verifyAndHandle(ctx, request.body ?? Buffer.alloc(0), request.headers.authorization))) {
        // Unsigned requests count towards the general rate limit of their network.
        await ctx.rateLimiter.consume('general', networkOf((await clientOf(ctx, request)).address));
        fail('signature_invalid');
      }
      return reply.header('cache-control', 'no-store').send({ data: { received: true } });
    });
    done();
  });
}
