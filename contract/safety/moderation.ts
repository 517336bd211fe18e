/** What operators take from everybody, and give back. */
import { z } from 'zod';
import { Deleted } from '../content/content';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Decision } from './reports';
import { Email, fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Secret, Text } from '../kernel/shapes';
import { appealStatuses, moderatedStates, moderatedTypes } from '../values';

/** Something that somebody published, as operators look at it. */
const ModeratedContent = z.object({
  _id: Id,
  type: z.enum(moderatedTypes),
  /** Its name, or how its text begins. */
  title: z.string(),
  owner: Person.nullable(),
  state: z.enum(moderatedStates),
  /** Why it was taken down; null where it was not. */
  hiddenReason: z.string().nullable(),
  /** Where it is seen on the site; null where it has no page. */
  link: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Appeal = z.object({
  _id: Id,
  person: Person.nullable(),
  decision: Decision.omit({ appeal: true, canBeAppealed: true }),
  text: z.string(),
  status: z.enum(appealStatuses),
  /** What the operator wrote who decided on it. */
  note: z.string(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  /** Whoever made the decision does not decide on the appeal. */
  isOwnDecision: z.boolean(),
  /** From when on the caller may decide all the same, where nobody else could; null where somebody else has to. */
  aloneFrom: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const OfType = z.object({ type: z.enum(moderatedTypes) });
const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });

export default endpoints({
  'POST /appeals': {
    does: 'Say why a decision about the own account, or something of the own, is wrong. Once for each.',
    access: 'member',
    body: z.object({ decisionId: Id, text: Text(limits.appeal.lengthMax, limits.appeal.lengthMin) }),
    answer: Decision,
    rate: 'report',
    fails: ['decision_not_found', 'already_appealed', 'appeal_not_possible'],
  },
  'POST /appeals/suspension/link': {
    does: 'Mail a suspended account the link to its appeal again. Always the same answer.',
    access: 'anyone',
    body: z.object({ email: Email }),
    answer: z.object({ sent: z.literal(true) }),
    rate: 'appealMail',
  },
  'POST /appeals/suspension/read': {
    does: 'Why an account is suspended, by the token of its link.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    answer: Decision,
    rate: 'appealLink',
    fails: ['link_invalid'],
  },
  'POST /appeals/suspension': {
    does: 'Say why a suspension is wrong, by the token of its link: who is suspended cannot sign in. Once.',
    access: 'anyone',
    body: z.object({ token: Secret, text: Text(limits.appeal.lengthMax, limits.appeal.lengthMin) }),
    answer: Decision,
    rate: 'appealLink',
    fails: ['link_invalid', 'already_appealed', 'appeal_not_possible'],
  },
  'GET /admin/appeals/search': {
    does: 'What people say against decisions.',
    access: 'operator',
    right: 'appeals.decide',
    query: pageQuery([]).extend({ status: fromQuery(z.enum(appealStatuses)) }),
    answer: pageOf(Appeal),
  },
  'POST /admin/appeals/:id/decide': {
    does: 'Leave a decision as it is, or take it back. Another operator than the first does.',
    access: 'operator',
    right: 'appeals.decide',
    params: IdParam,
    body: z.object({ decision: z.enum(['upheld', 'lifted']), note: Text(limits.reasonLengthMax, 1) }),
    answer: Appeal,
    fails: ['appeal_not_found', 'appeal_decided', 'same_operator', 'stronger_operator'],
  },
  'GET /admin/content/:type/search': {
    does: 'What people have published, of one kind, whatever its state. What was deleted is not in it.',
    access: 'operator',
    right: 'content.moderate',
    params: OfType,
    query: pageQuery([]).extend({ state: fromQuery(z.enum(moderatedStates)), ownerId: fromQuery(Id) }),
    answer: pageOf(ModeratedContent),
  },
  'POST /admin/content/:type/:id/hide': {
    does: 'Take something from everybody but its owner, its buyers too. It is kept whole.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    answer: ModeratedContent,
    fails: ['content_not_found', 'already_so'],
  },
  'POST /admin/content/:type/:id/restore': {
    does: 'Give something back as it was.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    answer: ModeratedContent,
    fails: ['content_not_found', 'already_so'],
  },
  'DELETE /admin/content/:type/:id': {
    does: 'Delete something for good. Who bought it keeps it, unless it was taken down before; an appeal that waits about it ends.',
    access: 'operator',
    right: 'content.moderate',
    params: IdParam.extend(OfType.shape),
    body: Reason,
    answer: Deleted,
    fails: ['content_not_found', 'orders_open', 'same_operator'],
  },
});
