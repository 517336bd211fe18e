/**
 * The webhook endpoint for gateways. It is mounted apart from other routes, because the signature covers the raw request body. It
 * stays open during maintenance and for every country: the signature authenticates the caller.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context';
import { ApiError } from '../../kernel/api-error';
import { clientOf } from '../../platform/http/client-of';
import { networkOf } from '../../platform/geo/client-address';
import { receiveWebhook } from './events';

interface WebhookRoute {
  Params: { gateway: string };
  Body: Buffer | undefined;
}

/** Mounts `POST /webhooks/:gateway`. */
export async function mountWebhooks(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    scope.post<WebhookRoute>('/webhooks/:gateway', async (request, reply) => {
      try {
        await receiveWebhook(ctx, request.params.gateway, request.body ?? Buffer.alloc(0), request.headers);
      } catch (error) {
        // Requests without a valid signature count against the guest rate limit. Signed ones do not: gateways may send many
        // in a short time.
        if (error instanceof ApiError) await ctx.rateLimiter.consume('general', networkOf((await clientOf(ctx, request)).address));
        throw error;
      }
      return reply.header('cache-control', 'no-store').send({ data: { received: true } });
    });
    done();
  });
}
