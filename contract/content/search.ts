/** Site-wide search by keyword, and popular keywords. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { publicKinds } from '../kernel/values/content';

/** Address of a public page: its username or slug, and when it last changed. */
export const PublicAddress = z.object({ name: z.string(), updatedAt: Instant });

export default endpoints({
  'POST /search/keywords': {
    summary:
      'Count the matches of a keyword by kind. Content that the caller cannot see is not counted. The keyword is stored anonymously.',
    access: 'anyone',
    body: z.object({ keyword: Text(limits.keywordLengthMax, 1) }),
    response: z.object({
      keyword: z.string(),
      totals: z.object({ performers: z.number(), feeds: z.number(), videos: z.number(), galleries: z.number(), products: z.number() }),
    }),
    rateLimit: 'search',
  },
  'GET /search/list/keywords': {
    summary: 'Suggest keywords with the given prefix that several people have searched for.',
    access: 'anyone',
    query: pageQuery(['attempts']),
    response: pageOf(z.object({ keyword: z.string(), attempts: z.number() })),
  },
  'GET /search/addresses': {
    summary: 'Public pages for the sitemap, newest first, 1,000 per page.',
    access: 'anyone',
    query: z.object({ kind: z.enum(publicKinds), cursor: fromQuery(z.string().max(limits.cursorLengthMax)) }),
    response: z.object({ data: z.array(PublicAddress), nextCursor: z.string().nullable() }),
  },
});
