/** What the site itself points to, as operators make, change, stop and delete it. Every change here leaves an audit entry. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { AdminPromo } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { formFlag, formNumber, formText, fromQuery, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { kindOfLink, linkRule, promoPositions, promoStates } from '../values';

const { promo } = limits;

const Link = Text(promo.linkLengthMax, 1).refine((link) => kindOfLink(link) !== null, linkRule);
const Title = Text(promo.titleLengthMax, 1);

const PromoChanges = z.object({
  title: Title.optional(),
  description: Text(promo.descriptionLengthMax).optional(),
  /** Null: it leads nowhere. */
  link: formText(Link.nullable()),
  position: formText(z.enum(promoPositions)),
  /** Lower ones stand first. */
  ordering: formNumber(z.number().int().min(0).max(promo.orderingMax)),
  /** False: it is stopped. */
  isActive: formFlag(),
  /** Null: at once. */
  startsAt: formText(Instant.nullable()),
  /** Null: until it is stopped. */
  endsAt: formText(Instant.nullable()),
});
const pictureFails = ['quota_exceeded', 'file_unreadable'] as const;

export default endpoints({
  'GET /admin/site-promos/search': {
    does: 'All promotions of the site, whatever their state.',
    access: 'operator',
    right: 'site.write',
    query: pageQuery(['ordering', 'title']).extend({
      position: fromQuery(z.enum(promoPositions)),
      state: fromQuery(z.enum(promoStates)),
    }),
    answer: pageOf(AdminPromo),
  },
  'POST /admin/site-promos': {
    does: 'Make a promotion of the site.',
    access: 'operator',
    right: 'site.write',
    files: { image: { kind: 'image', required: true, aliases: ['file'] } },
    body: PromoChanges.extend({ title: Title, position: z.enum(promoPositions) }),
    answer: AdminPromo,
    rate: 'upload',
    fails: pictureFails,
  },
  'PUT /admin/site-promos/:id': {
    does: 'Change a promotion, stop it or let it run again; what is not named stays. It holds at once.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    files: { image: { kind: 'image', required: false, aliases: ['file'] } },
    body: PromoChanges,
    answer: AdminPromo,
    rate: 'upload',
    fails: ['site_promo_not_found', ...pictureFails],
  },
  'DELETE /admin/site-promos/:id': {
    does: 'Delete a promotion with its picture.',
    access: 'operator',
    right: 'site.write',
    params: IdParam,
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['site_promo_not_found'],
  },
});
