/** Reference lists and flag images. */
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { attributeOptions } from '@contract/kernel/attributes';
import { serve } from '@server/platform/http/serve';
import { cities, countries, flagsPath, flagsRoot, languages, phoneCodes, states } from './reference';

const flagsMaxAge = '30d';
/** Some flags contain inline styles; everything else is blocked. */
const flagsPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export const referenceRoutes = serve({
  'GET /countries/list': async (_request, ctx) => countries(ctx.config),
  'GET /states/:country': ({ params }) => states(params.country),
  'GET /cities/:country/:state': ({ params }) => cities(params.country, params.state),
  'GET /languages/list': async () => languages(),
  'GET /phone-codes/list': async () => phoneCodes(),
  'GET /user-additional': async () => attributeOptions,
});

/** Serves the flag images. */
export async function mountFlags(app: FastifyInstance): Promise<void> {
  await app.register(serveFiles, {
    root: flagsRoot(),
    prefix: flagsPath,
    index: false,
    decorateReply: false,
    maxAge: flagsMaxAge,
    setHeaders: (response) => {
      response.setHeader('content-security-policy', flagsPolicy);
    },
  });
}
