/** Delegates of a performer: what they may do, how they join, and the sessions in which they act for the performer. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import { allDelegateRights } from '../kernel/delegate-rights';
import * as limits from '../kernel/limits';
import { Email, Id, IdParam, Instant, pageOf, pageQuery, Secret } from '../kernel/shapes';

const Rights = z.array(z.enum(allDelegateRights)).min(1).max(allDelegateRights.length);
const Removed = z.object({ removed: z.literal(true) });

const Delegate = z.object({
  _id: Id,
  /** Null: the invitation has not been accepted yet. */
  person: Person.nullable(),
  /** The address the invitation was sent to. */
  email: z.string(),
  rights: Rights,
  invitedAt: Instant,
  /** When the link of the invitation expires; null once it was accepted. */
  expiresAt: Instant.nullable(),
  acceptedAt: Instant.nullable(),
  lastActedAt: Instant.nullable(),
});

const DelegateAction = z.object({
  _id: Id,
  /** Null: a deleted account. */
  by: Person.nullable(),
  /** What was done, as a sentence. */
  did: z.string(),
  /** The object of the action; null if it was deleted or has no title. */
  about: z.object({ title: z.string(), link: z.string().nullable() }).nullable(),
  createdAt: Instant,
});

/** Shown to the invited person before they accept. */
const Invitation = z.object({ performer: Person, rights: Rights, expiresAt: Instant });

/** A delegation of the caller: the performer, and the granted rights. */
const Delegation = z.object({ _id: Id, performer: Person, rights: Rights, acceptedAt: Instant });

export default endpoints({
  'GET /performer/helpers': {
    summary: "The caller's delegates and open invitations.",
    access: 'performer',
    response: z.array(Delegate),
  },
  'POST /performer/helpers': {
    summary: 'Invite a delegate by email. Inviting the same person again replaces the earlier link.',
    access: 'performer',
    body: z.object({ email: Email, rights: Rights }),
    response: Delegate,
    errors: ['already_so', 'self_not_allowed', 'helper_limit', 'reauthentication_required'],
    rateLimit: 'invitation',
  },
  'GET /performer/helpers/acts': {
    summary: 'What delegates did for the caller, newest first.',
    access: 'performer',
    query: pageQuery([]),
    response: pageOf(DelegateAction),
  },
  'PUT /performer/helpers/:id': {
    summary: 'Change the rights of a delegate. Takes effect immediately: active delegate sessions end.',
    access: 'performer',
    params: IdParam,
    body: z.object({ rights: Rights }),
    response: Delegate,
    errors: ['helper_not_found', 'reauthentication_required'],
  },
  'DELETE /performer/helpers/:id': {
    summary: 'Remove a delegate or withdraw an invitation. Takes effect immediately.',
    access: 'performer',
    params: IdParam,
    response: Removed,
    errors: ['helper_not_found'],
  },
  'GET /helping': {
    summary: 'The performers the caller is a delegate of.',
    access: 'member',
    response: z.array(Delegation),
  },
  'GET /helping/invitation': {
    summary: "The performer and the rights of an invitation sent to the caller's email address.",
    access: 'member',
    query: z.object({ token: Secret }),
    response: Invitation,
    errors: ['link_invalid', 'self_not_allowed', 'operator_cannot_help'],
  },
  'POST /helping/accept': {
    summary: `Accept a delegate invitation sent to the caller’s email address, within ${String(limits.delegateInvitation_s / 86_400)} days.`,
    access: 'member',
    body: z.object({ token: Secret }),
    response: Delegation,
    errors: ['link_invalid', 'already_so', 'self_not_allowed', 'operator_cannot_help'],
  },
  'POST /helping/:id/begin': {
    summary: "Start acting for a performer: a separate session, which ends with the caller's own session.",
    access: 'member',
    params: IdParam,
    response: z.object({
      token: z.string(),
      expiresAt: Instant,
      rights: Rights,
      /** When the caller's own session ends. The client returns to it after acting for the performer. */
      ownExpiresAt: Instant,
    }),
    errors: ['helper_not_found'],
  },
  'DELETE /helping/:id': {
    summary: 'Stop being a delegate of a performer.',
    access: 'member',
    params: IdParam,
    response: Removed,
    errors: ['helper_not_found'],
  },
});
