/** Searching the whole site by a word, and the words that people search for. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import * as limits from '../kernel/limits';
import { fromQuery, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { publicKinds } from '../values';

/** Where something public is: a username or a speaking name, and when it last changed. */
export const PublicAddress = z.object({ name: z.string(), updatedAt: Instant });

export default endpoints({
  'POST /search/keywords': {
    does: 'How much there is to a word, by kind; what the caller may not see is not counted. The word is kept, the person is not.',
    access: 'anyone',
    body: z.object({ keyword: Text(limits.keywordLengthMax, 1) }),
    answer: z.object({
      keyword: z.string(),
      totals: z.object({ performers: z.number(), feeds: z.number(), videos: z.number(), galleries: z.number(), products: z.number() }),
    }),
    rate: 'search',
  },
  'GET /search/list/keywords': {
    does: 'Words that several people have searched for, with the beginning given.',
    access: 'anyone',
    query: pageQuery(['attempts']),
    answer: pageOf(z.object({ keyword: z.string(), attempts: z.number() })),
  },
  'GET /search/addresses': {
    does: 'What anybody may open, the newest first and a thousand at a time: for the list that search engines read.',
    access: 'anyone',
    query: z.object({ kind: z.enum(publicKinds), cursor: fromQuery(z.string().max(limits.cursorLengthMax)) }),
    answer: z.object({ data: z.array(PublicAddress), nextCursor: z.string().nullable() }),
  },
});
