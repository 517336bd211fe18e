/** What operators steer. Every change here leaves an audit entry. */
import { z } from 'zod';
import { CountryCodes } from '../people/blocking';
import { endpoints } from '../endpoint';
import { AdminPerformer, AdminSetting, AdminUser, AdminUserDetail, File, Mail, MailWithContent } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { ProfileChanges } from '../people/performers';
import { Country, Email, Flag, fromQuery, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { imageSettings, settingGroups } from '../kernel/settings';
import { AccountChanges } from '../people/users';
import { accountStatuses, roles, verifications } from '../values';

const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });

/** The list, and how many visits each country was refused in the last thirty days, the most first. */
const ClosedCountries = CountryCodes.extend({ refused: z.array(z.object({ code: z.string(), visits: z.number() })) });

/** What came of trying something that works: what was found, in a sentence, and how long it took. */
const Trial = z.object({ detail: z.string(), took_ms: z.number() });

export default endpoints({
  'GET /admin/settings': {
    does: 'The settings of a group, or all.',
    access: 'operator',
    right: 'settings.read',
    query: z.object({ group: fromQuery(z.enum(settingGroups)) }),
    answer: z.array(AdminSetting),
  },
  'PUT /admin/settings/:key': {
    does: 'Change a setting; it holds at once on every host.',
    access: 'operator',
    right: 'settings.change',
    params: z.object({ key: z.string().max(100) }),
    body: z.object({ value: z.union([z.string().max(5000), z.number(), z.boolean(), z.null()]) }),
    answer: AdminSetting,
    fails: ['setting_not_found', 'setting_invalid', 'currency_in_use'],
  },
  'POST /admin/settings/mail-test': {
    does: 'Send a test message with the mail settings in force.',
    access: 'operator',
    right: 'settings.change',
    body: z.object({ to: Email }),
    answer: z.object({ sent: z.literal(true), detail: z.string() }),
    fails: ['mail_failed'],
  },
  'POST /admin/settings/storage-test': {
    does: 'Write a small object where files lie, read a range of it, and remove it.',
    access: 'operator',
    right: 'settings.change',
    answer: Trial,
    fails: ['trial_failed'],
  },
  'POST /admin/settings/gateway-test': {
    does: 'Ask the payment gateway in force who we are to it. Nothing is changed there.',
    access: 'operator',
    right: 'settings.change',
    answer: Trial,
    fails: ['trial_failed'],
  },
  'POST /admin/settings/geo-test': {
    does: 'Look up the country of an address.',
    access: 'operator',
    right: 'settings.change',
    body: z.object({ address: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address, such as 203.0.113.9.') }),
    answer: Trial,
    fails: ['trial_failed'],
  },
  'POST /admin/settings/live-test': {
    does: 'Have the live engine in force make a room and a ticket to it, and take the room away.',
    access: 'operator',
    right: 'settings.change',
    answer: Trial,
    fails: ['trial_failed'],
  },
  'POST /admin/settings/images/upload': {
    does: 'Replace a picture of the site.',
    access: 'operator',
    right: 'settings.change',
    files: { file: { kind: 'image', required: true } },
    body: z.object({ key: z.enum(imageSettings) }),
    answer: File,
    fails: ['quota_exceeded', 'file_unreadable'],
  },
  'GET /admin/blocked-countries': {
    does: 'Countries to which the site is closed, and the visits refused in the last thirty days.',
    access: 'operator',
    right: 'countries.change',
    answer: ClosedCountries,
  },
  'PUT /admin/blocked-countries': {
    does: 'Replace the list of countries to which the site is closed.',
    access: 'operator',
    right: 'countries.change',
    body: CountryCodes,
    answer: ClosedCountries,
    fails: ['country_unknown'],
  },
  'GET /admin/users/search': {
    does: 'All accounts.',
    access: 'operator',
    right: 'people.read',
    query: pageQuery(['username', 'email']).extend({
      role: fromQuery(z.enum(roles)),
      status: fromQuery(z.enum(accountStatuses)),
      country: fromQuery(Country),
      isEmailVerified: Flag,
    }),
    answer: pageOf(AdminUser),
  },
  'GET /admin/users/:id': {
    does: 'One account with its sessions.',
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    answer: AdminUserDetail,
    fails: ['user_not_found'],
  },
  'PUT /admin/users/:id': {
    does: 'Change an account.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: AccountChanges.omit({ currentPassword: true, privacy: true }).extend({
      role: z.enum(roles).optional(),
      isEmailVerified: z.boolean().optional(),
    }),
    answer: AdminUserDetail,
    fails: [
      'user_not_found',
      'last_operator',
      'username_taken',
      'email_taken',
      'username_reserved',
      'country_unknown',
      'stronger_operator',
    ],
  },
  'POST /admin/users/:id/suspend': {
    does: 'Suspend an account: its sessions end at once.',
    access: 'operator',
    right: 'people.suspend',
    params: IdParam,
    body: Reason,
    answer: AdminUserDetail,
    fails: ['user_not_found', 'last_operator', 'already_so', 'stronger_operator'],
  },
  'POST /admin/users/:id/restore': {
    does: 'End a suspension.',
    access: 'operator',
    right: 'people.suspend',
    params: IdParam,
    answer: AdminUserDetail,
    fails: ['user_not_found', 'already_so', 'stronger_operator'],
  },
  'DELETE /admin/users/:id/sessions': {
    does: 'End all sessions of an account.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    answer: z.object({ ended: z.number() }),
    fails: ['user_not_found', 'stronger_operator'],
  },
  'POST /admin/users/:id/two-factor/reset': {
    does: "Take an account's second step away when its person has lost it. Their sessions end, and they are told.",
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    answer: AdminUserDetail,
    fails: ['user_not_found', 'two_factor_off', 'self_not_allowed', 'stronger_operator'],
  },
  'GET /admin/performers/search': {
    does: 'All performers, whatever their state.',
    access: 'operator',
    right: 'people.read',
    query: pageQuery(['username']).extend({
      verification: fromQuery(z.enum(verifications)),
      status: fromQuery(z.enum(accountStatuses)),
      country: fromQuery(Country),
    }),
    answer: pageOf(AdminPerformer),
  },
  'GET /admin/performers/:id': {
    does: 'One performer with their papers.',
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    answer: AdminPerformer,
    fails: ['performer_not_found'],
  },
  'PUT /admin/performers/:id': {
    does: "Change a performer's profile.",
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: ProfileChanges.omit({ currentPassword: true, privacy: true }).extend({ isFeatured: z.boolean().optional() }),
    answer: AdminPerformer,
    fails: [
      'performer_not_found',
      'username_taken',
      'email_taken',
      'username_reserved',
      'country_unknown',
      'price_out_of_range',
      'under_age',
      'stronger_operator',
    ],
  },
  'POST /admin/performers/:id/verification': {
    does: 'Decide on a performer: approved or rejected, the latter with a note to them.',
    access: 'operator',
    right: 'papers.decide',
    params: IdParam,
    body: z
      .object({ decision: z.enum(['approved', 'rejected']), note: Text(limits.reasonLengthMax).optional() })
      .refine((body) => body.decision === 'approved' || body.note, { path: ['note'], message: 'Tell the performer what to do better.' }),
    answer: AdminPerformer,
    fails: ['performer_not_found', 'document_required', 'birth_required', 'already_so', 'stronger_operator'],
  },
  'GET /admin/mails/search': {
    does: 'The mail outbox, while no mail server is set.',
    access: 'operator',
    right: 'mails.read',
    query: pageQuery([]).extend({
      to: fromQuery(Text(limits.emailLengthMax)),
      template: fromQuery(Text(60)),
      status: fromQuery(z.enum(['queued', 'sent', 'failed'])),
    }),
    answer: pageOf(Mail),
    fails: ['mail_not_found'],
  },
  'GET /admin/mails/:id': {
    does: 'One message of the outbox with its text. Each reading is logged.',
    access: 'operator',
    right: 'mails.read',
    params: IdParam,
    answer: MailWithContent,
    fails: ['mail_not_found', 'stronger_operator'],
  },
});
