/** The operators of the site: members, their rights, and invitations. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { allRights, bundleNames } from '../kernel/rights';
import { Email, Id, IdParam, Instant, Secret } from '../kernel/shapes';

/** Null: the rights are an individual list. */
const Bundle = z.enum(bundleNames).nullable();
const Rights = z.array(z.enum(allRights)).max(allRights.length);

/** Rights as they are granted: a bundle, else a list. The list is ignored if a bundle is set. */
const Grant = z.object({ bundle: Bundle, rights: Rights.default([]) });

const TeamMember = z.object({
  _id: Id,
  person: Person,
  email: z.string().nullable(),
  bundle: Bundle,
  rights: Rights,
  lastSeenAt: Instant.nullable(),
});

const TeamInvitation = z.object({
  _id: Id,
  email: z.string(),
  bundle: Bundle,
  rights: Rights,
  invitedBy: Person.nullable(),
  expiresAt: Instant,
});

export default endpoints({
  'GET /admin/team': {
    summary: 'The team and its open invitations.',
    access: 'operator',
    right: 'team.change',
    response: z.object({ members: z.array(TeamMember), invitations: z.array(TeamInvitation) }),
  },
  'POST /admin/team': {
    summary: 'Invite a person to the team by email. Inviting the same person again replaces the earlier link.',
    access: 'operator',
    right: 'team.change',
    body: Grant.extend({ email: Email }),
    response: TeamInvitation,
    errors: ['already_so', 'stronger_operator', 'team_full'],
  },
  'PUT /admin/team/:id': {
    summary: 'Change the rights of a team member. Takes effect immediately.',
    access: 'operator',
    right: 'team.change',
    params: IdParam,
    body: Grant,
    response: TeamMember,
    errors: ['user_not_found', 'last_operator', 'stronger_operator'],
  },
  'DELETE /admin/team/:id': {
    summary: 'Remove a team member, whose account remains, or withdraw an invitation.',
    access: 'operator',
    right: 'team.change',
    params: IdParam,
    response: z.object({ removed: z.literal(true) }),
    errors: ['user_not_found', 'last_operator', 'stronger_operator'],
  },
  'POST /team/accept': {
    summary: `Join the team with an invitation sent to the caller’s email address, within ${String(limits.teamInvitationLifetime_s / 86_400)} days.`,
    access: 'member',
    body: z.object({ token: Secret }),
    response: z.object({ accepted: z.literal(true) }),
    errors: ['link_invalid', 'already_so'],
  },
});
