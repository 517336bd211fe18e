/** Content that operators take down and restore, and appeals against their decisions. */
import * as z from 'zod';
import { Deleted } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Decision } from './reports';
import { Email, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Secret, Text } from '../kernel/shapes';
import { appealStatuses, moderatedStates, moderatedTypes } from '../kernel/values/moderation';

/** Published content, as operators see it. */
const ModeratedContent = z.object({
  _id: Id,
  type: z.enum(moderatedTypes),
  /** Its name, or the beginning of its text. */
  title: z.string(),
  owner: Person.nullable(),
  state: z.enum(moderatedStates),
  /** Why it was taken down; null if it was not. */
  hiddenReason: z.string().nullable(),
  /** Its page on the site; null if it has none. */
  link: z.string().nullable(),
  /** Tickets sold for the upcoming show of this post, which is canceled with it. Null if the post sells none. */
  ticketsAhead: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Appeal = z.object({
  _id: Id,
  person: Person.nullable(),
  decision: Decision.omit({ appeal: true, canBeAppealed: true }),
  text: z.string(),
  status: z.enum(appealStatuses),
  /** The note of the operator who decided on the appeal. */
  note: z.string(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Whether the caller made the appealed decision. The same operator does not decide on the appeal. */
  isOwnDecision: z.boolean(),
  /** From when on the caller may decide although they made the decision, because no other operator can. Null if another operator has to. */
  aloneFrom: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const OfType = z.object({ type: z.enum(moderatedTypes) });
const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });

export default endpoints({
  'POST /appeals': {
    summary: "Appeal a decision about the caller's account or content. Allowed once per decision.",
    access: 'member',
    body: z.object({ decisionId: Id, text: Text(limits.appeal.lengthMax, limits.appeal.lengthMin) }),
    response: Decision,
    rateLimit: 'report',
    errors: ['decision_not_found', 'already_appealed', 'appeal_not_possible'],
  },
  'POST /appeals/suspension/link': {
    summary: 'Resend the appeal link to a suspended account. The response is the same for every address.',
    access: 'anyone',
    body: z.object({ email: Email }),
    response: z.object({ sent: z.literal(true) }),
    rateLimit: 'appealMail',
  },
  'POST /appeals/suspension/read': {
    summary: 'The reason for a suspension, by the token of the appeal link.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    response: Decision,
    rateLimit: 'appealLink',
    errors: ['link_invalid'],
  },
  'POST /appeals/suspension': {
    summary:
      'Appeal a suspension, by the token of the appeal link, because suspended accounts cannot sign in. Allowed once per suspension.',
    access: 'anyone',
    body: z.object({ token: Secret, text: Text(limits.appeal.lengthMax, limits.appeal.lengthMin) }),
    response: Decision,
    rateLimit: 'appealLink',
    errors: ['link_invalid', 'already_appealed', 'appeal_not_possible'],
  },
  'GET /admin/appeals/search': {
    summary: 'Appeals of decisions.',
    access: 'operator',
    right: 'appeals.decide',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(appealStatuses)) }),
    response: pageOf(Appeal),
  },
  'POST /admin/appeals/:id/decide': {
    summary: 'Uphold or reverse a decision. The operator who made it cannot decide the appeal.',
    access: 'operator',
    right: 'appeals.decide',
    params: IdParam,
    body: z.object({ decision: z.enum(['upheld', 'lifted']), note: Text(limits.reasonLengthMax, 1) }),
    response: Appeal,
    errors: ['appeal_not_found', 'appeal_decided', 'same_operator', 'stronger_operator'],
  },
  'GET /admin/content/:type/search': {
    summary: 'Content of one kind, in any state except deleted.',
    access: 'operator',
    right: 'content.moderate',
    params: OfType,
    query: pageQuery([]).extend({ state: fromQuery(z.enum(moderatedStates)), ownerId: fromQuery(Id) }),
    response: pageOf(ModeratedContent),
  },
  'POST /admin/content/:type/:id/hide': {
    summary: 'Hide content from everyone except its owner, even from buyers. Nothing is deleted.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    response: ModeratedContent,
    errors: ['content_not_found', 'already_so'],
  },
  'POST /admin/content/:type/:id/restore': {
    summary: 'Restore hidden content.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    response: ModeratedContent,
    errors: ['content_not_found', 'already_so'],
  },
  'DELETE /admin/content/:type/:id': {
    summary: 'Delete content permanently. Buyers keep access, unless it was hidden. A pending appeal about it is closed.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    response: Deleted,
    errors: ['content_not_found', 'orders_open', 'same_operator'],
  },
});
