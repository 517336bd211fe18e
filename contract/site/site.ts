/** What every visitor may ask of the site itself. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Post, PostWithContent, Settings, SitePromo } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Email, fromQuery, IdOrSlugParam, Name, pageOf, pageQuery, Secret, Text } from '../kernel/shapes';
import { postTypes, promoPositions } from '../values';

export default endpoints({
  'GET /settings/public': {
    does: 'The settings that visitors need.',
    access: 'anyone',
    answer: Settings,
    alwaysOpen: true,
    // Kept, but asked for each time: an unchanged answer is not sent again.
    cacheSeconds: 0,
  },
  'POST /settings/keys': {
    does: 'Some public settings by name; names that are unknown or not public are left out.',
    access: 'anyone',
    body: z.object({ keys: z.array(z.string().max(100)).min(1).max(limits.settingKeysMax) }),
    answer: z.record(z.string(), z.unknown()),
    alwaysOpen: true,
  },
  'GET /posts/search': {
    does: 'Published pages and posts, without their text.',
    access: 'anyone',
    query: pageQuery(['ordering', 'title']).extend({ type: fromQuery(z.enum(postTypes)) }),
    answer: pageOf(Post),
  },
  'GET /posts/:id': {
    does: 'One published page or post, by id or speaking name.',
    access: 'anyone',
    params: IdOrSlugParam,
    answer: PostWithContent,
    fails: ['post_not_found'],
  },
  'GET /site-promo/search': {
    does: 'What the site itself points to, while it does.',
    access: 'anyone',
    query: pageQuery(['ordering']).extend({ position: fromQuery(z.enum(promoPositions)) }),
    answer: pageOf(SitePromo),
  },
  'POST /contact': {
    does: 'Write to the people who run the site.',
    access: 'anyone',
    body: z.object({
      name: Name,
      email: Email,
      message: Text(limits.contactMessage.lengthMax, limits.contactMessage.lengthMin),
      recaptchaToken: Secret.optional(),
    }),
    answer: z.object({ sent: z.literal(true) }),
    fails: ['captcha_failed'],
    rate: 'contact',
  },
});
