/** Reference lists and the flags that belong to them. */
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { attributeOptions } from '@contract/kernel/attributes';
import { serve } from '@server/platform/http/serve';
import { cities, countries, flagsPath, flagsRoot, languages, phoneCodes, states } from './reference';

const flagsKept = '30d';
/** Some flags are drawn with styles of their own; scripts and everything else stay off. */
const flagsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export const referenceRoutes = serve({
  'GET /countries/list': async (_request, ctx) => countries(ctx.config),
  'GET /states/:country': ({ params }) => states(params.country),
  'GET /cities/:country/:state': ({ params }) => cities(params.country, params.state),
  'GET /languages/list': async () => languages(),
  'GET /phone-codes/list': async () => phoneCodes(),
  'GET /user-additional': async () => attributeOptions,
});

/** Mounts the pictures of the flags. */
export async function mountFlags(app: FastifyInstance): Promise<void> {
  await app.register(serveFiles, {
    root: flagsRoot(),
    prefix: flagsPath,
    index: false,
    decorateReply: false,
    maxAge: flagsKept,
    setHeaders: (response) => {
      response.setHeader('content-security-policy', flagsPolicy);
    },
  });
}
