/**
 * Webhook for reports of mail services. It bypasses the usual request handling because the signature covers the raw bytes. It is available
 * during maintenance and from every country; the secret authenticates the caller. Without a configured secret it returns 404.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { fail, ApiError } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import { clientOf } from '../../platform/http/client-of';
import type { BounceReport } from '../../platform/mail/bounces';
import { recordServiceReport } from './bounces';
import { parseReports, parsePostmarkReport } from './parse-reports';
import { hasValidPassword, hasValidSignature } from './authentication';

type ReadReports = (body: Buffer, request: FastifyRequest, secret: string) => BounceReport[];

/** Mounts `POST /mail/events` and `POST /mail/events/postmark`. */
export async function mountMailEvents(app: FastifyInstance, ctx: Context): Promise<void> {
  const readSigned: ReadReports = (body, { headers }, secret) =>
    hasValidSignature(secret, headers, body, ctx.clock.now()) ? parseReports(body) : fail('signature_invalid');
  const readPostmark: ReadReports = (body, { headers }, secret) =>
    hasValidPassword(secret, headers) ? parsePostmarkReport(body) : fail('signature_invalid');

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limits.mailReports.body_bytes }, (_request, body, parsed) => {
      parsed(null, body);
    });
    for (const [path, read] of [['/mail/events', readSigned] as const, ['/mail/events/postmark', readPostmark] as const])
      scope.post<{ Body: Buffer | undefined }>(path, async (request, reply) => {
        try {
          const reports = read(request.body ?? Buffer.alloc(0), request, ctx.config.mailEventsSecret ?? fail('not_found'));
          for (const report of reports) await recordServiceReport(ctx, report);
        } catch (error) {
          // Failed calls count against the rate limit of guests. Services that know the secret are not limited.
          if (error instanceof ApiError) await ctx.rateLimiter.consume('general', networkOf((await clientOf(ctx, request)).address));
          throw error;
        }
        return reply.header('cache-control', 'no-store').send({ data: { received: true } });
      });
    done();
  });
}
