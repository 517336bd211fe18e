/** People who help a performer: whom she lets do what, how they join, and the sessions in which they work for her. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import { allHelperRights } from '../kernel/delegate-rights';
import * as limits from '../kernel/limits';
import { Email, Id, IdParam, Instant, pageOf, pageQuery, Secret } from '../kernel/shapes';

const Rights = z.array(z.enum(allHelperRights)).min(1).max(allHelperRights.length);
const Removed = z.object({ removed: z.literal(true) });

const Helper = z.object({
  _id: Id,
  /** Null: invited, and not come yet. */
  person: Person.nullable(),
  /** Where the invitation went. */
  email: z.string(),
  rights: Rights,
  invitedAt: Instant,
  /** Until when the link of the invitation opens; null once it was taken. */
  expiresAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  lastActedAt: Instant.nullable(),
});

const HelperAct = z.object({
  _id: Id,
  /** Null: an account that is gone. */
  by: Person.nullable(),
  /** What was done, in a sentence. */
  did: z.string(),
  /** On what: null for what is gone, or has no name. */
  about: z.object({ title: z.string(), link: z.string().nullable() }).nullable(),
  createdAt: Instant,
});

/** What somebody is asked to do, before she agrees. */
const Invitation = z.object({ performer: Person, rights: Rights, expiresAt: Instant });

/** Whom somebody helps, and with what. */
const Helping = z.object({ _id: Id, performer: Person, rights: Rights, acceptedAt: Instant });

export default endpoints({
  'GET /performer/helpers': {
    does: 'Who helps the caller, and who is invited to.',
    access: 'performer',
    answer: z.array(Helper),
  },
  'POST /performer/helpers': {
    does: 'Invite somebody by e-mail to help; inviting again sends a new link in place of the old one.',
    access: 'performer',
    body: z.object({ email: Email, rights: Rights }),
    answer: Helper,
    fails: ['already_so', 'self_not_allowed', 'helper_limit', 'reauthentication_required'],
    rate: 'invitation',
  },
  'GET /performer/helpers/acts': {
    does: 'What helpers did for the caller, the latest first.',
    access: 'performer',
    query: pageQuery([]),
    answer: pageOf(HelperAct),
  },
  'PUT /performer/helpers/:id': {
    does: 'Change what a helper may do. It holds at once, and who works at that moment begins anew.',
    access: 'performer',
    params: IdParam,
    body: z.object({ rights: Rights }),
    answer: Helper,
    fails: ['helper_not_found', 'reauthentication_required'],
  },
  'DELETE /performer/helpers/:id': {
    does: 'Remove a helper, or take an invitation back. It holds at once.',
    access: 'performer',
    params: IdParam,
    answer: Removed,
    fails: ['helper_not_found'],
  },
  'GET /helping': {
    does: 'Whom the caller helps.',
    access: 'member',
    answer: z.array(Helping),
  },
  'GET /helping/invitation': {
    does: 'Who invites to the own address, and with what to help.',
    access: 'member',
    query: z.object({ token: Secret }),
    answer: Invitation,
    fails: ['link_invalid', 'self_not_allowed', 'operator_cannot_help'],
  },
  'POST /helping/accept': {
    does: `Take an invitation to the own address, within ${String(limits.helperInvitation_s / 86_400)} days.`,
    access: 'member',
    body: z.object({ token: Secret }),
    answer: Helping,
    fails: ['link_invalid', 'already_so', 'self_not_allowed', 'operator_cannot_help'],
  },
  'POST /helping/:id/begin': {
    does: 'Begin to work for a performer: a session of its own, which ends with the one that calls.',
    access: 'member',
    params: IdParam,
    answer: z.object({
      token: z.string(),
      expiresAt: Instant,
      rights: Rights,
      /** When the session that calls ends: it is gone back to. */
      ownExpiresAt: Instant,
    }),
    fails: ['helper_not_found'],
  },
  'DELETE /helping/:id': {
    does: 'Help a performer no more.',
    access: 'member',
    params: IdParam,
    answer: Removed,
    fails: ['helper_not_found'],
  },
});
