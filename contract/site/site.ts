/** What every visitor may request about the site itself. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Post, PostWithContent, Settings, SitePromo } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Email, fromQuery, IdOrSlugParam, pageOf, pageQuery, PersonName, Secret, Text } from '../kernel/shapes';
import { promoPositions } from '../kernel/values/promos';
import { postTypes } from '../kernel/values/site';

export default endpoints({
  'GET /settings/public': {
    summary: 'The public settings.',
    access: 'anyone',
    response: Settings,
    duringMaintenance: true,
    // Cached, but revalidated each time: an unchanged response is not sent again.
    cacheSeconds: 0,
  },
  'POST /settings/keys': {
    summary: 'Public settings by name. Unknown and private names are omitted.',
    access: 'anyone',
    body: z.object({ keys: z.array(z.string().max(100)).min(1).max(limits.settingKeysMax) }),
    response: z.record(z.string(), z.unknown()),
    duringMaintenance: true,
  },
  'GET /posts/search': {
    summary: 'Published pages and posts, without their text.',
    access: 'anyone',
    query: pageQuery(['ordering', 'title']).extend({ type: fromQuery(z.enum(postTypes)) }),
    response: pageOf(Post),
  },
  'GET /posts/:id': {
    summary: 'One published page or post, by ID or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    response: PostWithContent,
    errors: ['post_not_found'],
  },
  'GET /site-promo/search': {
    summary: 'The current promotions of the site.',
    access: 'anyone',
    query: pageQuery(['ordering']).extend({ position: fromQuery(z.enum(promoPositions)) }),
    response: pageOf(SitePromo),
  },
  'POST /contact': {
    summary: 'Send a message to the operators of the site.',
    access: 'anyone',
    body: z.object({
      name: PersonName,
      email: Email,
      message: Text(limits.contactMessage.lengthMax, limits.contactMessage.lengthMin),
      recaptchaToken: Secret.optional(),
    }),
    response: z.object({ sent: z.literal(true) }),
    errors: ['captcha_failed'],
    rateLimit: 'contact',
  },
});
