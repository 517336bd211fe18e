/** Promotions of the site itself, as operators create, change, stop and delete them. Every change here leaves an audit entry. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { AdminPromo } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { formFlag, formNumber, formText, fromQuery, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { linkKind, promoPositions, promoStates } from '../kernel/values/promos';

const { promo } = limits;

const Link = Text(promo.linkLengthMax, 1).refine(
  (link) => linkKind(link) !== null,
  'Enter a path starting with / or an address starting with https://.',
);
const Title = Text(promo.titleLengthMax, 1);

const PromoChanges = z.object({
  title: Title.optional(),
  description: Text(promo.descriptionLengthMax).optional(),
  /** Null: no link. */
  link: formText(Link.nullable()),
  position: formText(z.enum(promoPositions)),
  /** Lower positions come first. */
  ordering: formNumber(z.number().int().min(0).max(promo.orderingMax)),
  /** False: it is stopped. */
  isActive: formFlag(),
  /** Null: immediately. */
  startsAt: formText(Instant.nullable()),
  /** Null: until it is stopped. */
  endsAt: formText(Instant.nullable()),
});
const imageErrors = ['quota_exceeded', 'file_unreadable'] as const;

export default endpoints({
  'GET /admin/site-promos/search': {
    summary: 'All promotions of the site, in any state.',
    access: 'operator',
    right: 'site.write',
    query: pageQuery(['ordering', 'title']).extend({
      position: fromQuery(z.enum(promoPositions)),
      state: fromQuery(z.enum(promoStates)),
    }),
    response: pageOf(AdminPromo),
  },
  'POST /admin/site-promos': {
    summary: 'Create a promotion of the site.',
    access: 'operator',
    right: 'site.write',
    files: { image: { kind: 'image', required: true, aliases: ['file'] } },
    body: PromoChanges.extend({ title: Title, position: z.enum(promoPositions) }),
    response: AdminPromo,
    rateLimit: 'upload',
    errors: imageErrors,
  },
  'PUT /admin/site-promos/:id': {
    summary: 'Change, stop or restart a promotion. Absent fields stay unchanged. Applies immediately.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    files: { image: { kind: 'image', required: false, aliases: ['file'] } },
    body: PromoChanges,
    response: AdminPromo,
    rateLimit: 'upload',
    errors: ['site_promo_not_found', ...imageErrors],
  },
  'DELETE /admin/site-promos/:id': {
    summary: 'Delete a promotion with its image.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['site_promo_not_found'],
  },
});
