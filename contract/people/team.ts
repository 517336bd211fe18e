/** The people who run the site: who they are, what each may do, and how somebody joins them. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { allRights, bundleNames } from '../kernel/rights';
import { Email, Id, IdParam, Instant, Secret } from '../kernel/shapes';

/** Null: the rights are a list of her own. */
const Bundle = z.enum(bundleNames).nullable();
const Rights = z.array(z.enum(allRights)).max(allRights.length);

/** Rights as they are given: a bundle, else a list, which is then not looked at. */
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
    does: 'The team, and who is invited to it.',
    access: 'operator',
    right: 'team.change',
    answer: z.object({ members: z.array(TeamMember), invitations: z.array(TeamInvitation) }),
  },
  'POST /admin/team': {
    does: 'Invite somebody to the team by e-mail; inviting again sends a new link in place of the old one.',
    access: 'operator',
    right: 'team.change',
    body: Grant.extend({ email: Email }),
    answer: TeamInvitation,
    fails: ['already_so', 'stronger_operator', 'team_full'],
  },
  'PUT /admin/team/:id': {
    does: 'Change what a member of the team may do; it holds at once.',
    access: 'operator',
    right: 'team.change',
    params: IdParam,
    body: Grant,
    answer: TeamMember,
    fails: ['user_not_found', 'last_operator', 'stronger_operator'],
  },
  'DELETE /admin/team/:id': {
    does: 'Take a member out of the team, whose account stays; or take an invitation back.',
    access: 'operator',
    right: 'team.change',
    params: IdParam,
    answer: z.object({ removed: z.literal(true) }),
    fails: ['user_not_found', 'last_operator', 'stronger_operator'],
  },
  'POST /team/accept': {
    does: `Join the team with the link of an invitation to the own address, within ${String(limits.teamInvitation_s / 86_400)} days.`,
    access: 'member',
    body: z.object({ token: Secret }),
    answer: z.object({ accepted: z.literal(true) }),
    fails: ['link_invalid', 'already_so'],
  },
});
