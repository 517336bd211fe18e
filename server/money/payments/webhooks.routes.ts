/**
 * Where gateways report: outside the way of other requests, for the signature is over the bytes as they came. Open in maintenance
 * and to every country; the signature is who may call.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context';
import { Refusal } from '../../kernel/api-error';
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
        // What bears no signature is counted as any guest's request: gateways themselves may come in crowds.
        if (error instanceof Refusal) await ctx.rates.take('general', networkOf((await clientOf(ctx, request)).address));
        throw error;
      }
      return reply.header('cache-control', 'no-store').send({ data: { received: true } });
    });
    done();
  });
}
