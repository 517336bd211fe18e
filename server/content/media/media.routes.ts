/** Endpoints of files and uploads, and the route for file bytes, which has no JSON envelope and authenticates only by the media cookie. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookies } from '@contract/kernel/conventions';
import type { Context } from '@server/platform/context';
import { fail, ApiError } from '@server/kernel/api-error';
import { actorByMediaCookie, mustSetUpTwoFactor, type Actor } from '@server/platform/http/actor';
import { clientOf } from '@server/platform/http/client-of';
import { AcceptedResponse, serve } from '@server/platform/http/serve';
import { setCaller } from '@server/platform/http/security-log';
import { beginUpload, cancelUpload, receiveChunk, uploadState } from '@server/platform/media/uploads';
import { refreshMediaCookie } from '../../people/sessions/sessions';
import { deliverMedia } from './media';
import { fileStatus, retryFile } from './status';

export const fileRoutes = serve({
  'GET /files/:id/status': ({ actor, client, params, cookieSetter }, ctx) => {
    // A player requests new URLs when the old ones fail, which also happens without the cookie.
    if (actor) refreshMediaCookie(ctx, actor, cookieSetter);
    return fileStatus(ctx, actor, client, params.id);
  },
  'POST /files/:id/retry': async ({ actor, params }, ctx) => new AcceptedResponse(await retryFile(ctx, actor, params.id)),
  'POST /uploads': ({ actor, body }, ctx) => beginUpload(ctx, actor, body),
  'GET /uploads/:id': ({ actor, params }, ctx) => uploadState(ctx, actor.id, params.id),
  'PATCH /uploads/:id': ({ actor, params, chunk }, ctx) => receiveChunk(ctx, actor.id, params.id, chunk),
  'DELETE /uploads/:id': async ({ actor, params }, ctx) => {
    await cancelUpload(ctx, actor.id, params.id);
    return { deleted: true };
  },
});

interface MediaRoute {
  Params: { fileId: string; variant: string };
  Querystring: Record<string, string | string[] | undefined>;
}

const single = (value: string | string[] | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return null;
}

async function viewerOf(ctx: Context, request: FastifyRequest): Promise<Actor | null> {
  const value = cookieOf(request.headers.cookie, cookies.media);
  const actor = value === null ? null : await actorByMediaCookie(ctx, value);
  return actor?.status === 'active' && !mustSetUpTwoFactor(ctx, actor) ? actor : null;
}

/** The site's error page to show instead of JSON when a browser opens a file's address directly; null for all other requests. */
function pageFor(ctx: Context, request: FastifyRequest, error: unknown): string | null {
  const isPage = request.headers['sec-fetch-dest'] === 'document';
  return isPage && error instanceof ApiError && error.status < 500 ? `${ctx.config.siteUrl}/${error.status === 404 ? '404' : '403'}` : null;
}

/** Mounts `GET /media/:fileId/:variant`. */
export function mountMedia(app: FastifyInstance, ctx: Context): void {
  app.get<MediaRoute>('/media/:fileId/:variant', { compress: false }, async (request, reply) => {
    try {
      return await deliver(request, reply);
    } catch (error) {
      const page = pageFor(ctx, request, error);
      if (page === null) throw error;
      return reply.header('cache-control', 'no-store').redirect(page, 303);
    }
  });

  async function deliver(request: FastifyRequest<MediaRoute>, reply: FastifyReply): Promise<FastifyReply> {
    const client = await clientOf(ctx, request);
    const viewer = await viewerOf(ctx, request);
    setCaller(request, { address: client.address, accountId: viewer?.id ?? null });
    if (viewer?.role !== 'operator' && ctx.siteBlockedCountries.has(client.country)) fail('country_blocked');
    const { expires, viewer: claimedViewer, signature } = request.query;
    const { status, headers, stream } = await deliverMedia(ctx, {
      fileId: request.params.fileId,
      variant: request.params.variant,
      claims: { expires: single(expires), viewer: single(claimedViewer), signature: single(signature) },
      range: request.headers.range,
      viewer,
      reloadViewer: () => viewerOf(ctx, request),
      client,
    });
    return reply
      .code(status)
      .headers(headers)
      .send(stream ?? '');
  }
}
