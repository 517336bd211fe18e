/** Settings that operators change. Every change here leaves an audit entry. */
import * as z from 'zod';
import { CountryCodes } from '../people/blocking';
import { endpoints } from '../kernel/endpoint';
import {
  AdminPerformer,
  AdminSetting,
  AdminUser,
  AdminUserDetail,
  File,
  Mail,
  MailHealth,
  MailWithContent,
  UndeliverableAddress,
} from '../kernel/entities';
import * as limits from '../kernel/limits';
import { ProfileChanges } from '../people/performers';
import { Country, Email, Flag, fromQuery, IdParam, pageOf, pageQuery, Text } from '../kernel/shapes';
import { imageSettings, settingGroups } from '../kernel/settings';
import { AccountChanges } from '../people/users';
import { accountStatuses, roles, verifications } from '../kernel/values/people';
import { mailStatuses } from '../kernel/values/site';

const Reason = z.object({ reason: Text(limits.reasonLengthMax, 1) });

/** The blocked countries, and how many visits from each were rejected in the last thirty days, in descending order. */
const BlockedCountries = CountryCodes.extend({ refused: z.array(z.object({ code: z.string(), visits: z.number() })) });

/** The result of a successful connection test: a sentence about what was found, and how long it took. */
const ConnectionTestResult = z.object({ detail: z.string(), took_ms: z.number() });

export default endpoints({
  'GET /admin/settings': {
    summary: 'All settings, or those of a group.',
    access: 'operator',
    right: 'settings.read',
    query: z.object({ group: fromQuery(z.enum(settingGroups)) }),
    response: z.array(AdminSetting),
  },
  'PUT /admin/settings/:key': {
    summary: 'Change a setting. Applies immediately on every host.',
    access: 'operator',
    right: 'settings.change',
    params: z.object({ key: z.string().max(100) }),
    body: z.object({ value: z.union([z.string().max(5000), z.number(), z.boolean(), z.null()]) }),
    response: AdminSetting,
    errors: ['setting_not_found', 'setting_invalid', 'currency_in_use'],
  },
  'POST /admin/settings/mail-test': {
    summary: 'Send a test email with the current mail settings.',
    access: 'operator',
    right: 'settings.change',
    body: z.object({ to: Email }),
    response: z.object({ sent: z.literal(true), detail: z.string() }),
    errors: ['mail_failed'],
  },
  'POST /admin/settings/storage-test': {
    summary: 'Test the file storage: write a small object, read part of it, and delete it.',
    access: 'operator',
    right: 'settings.change',
    response: ConnectionTestResult,
    errors: ['trial_failed'],
  },
  'POST /admin/settings/gateway-test': {
    summary: 'Test the credentials of the payment gateway. Nothing is changed there.',
    access: 'operator',
    right: 'settings.change',
    response: ConnectionTestResult,
    errors: ['trial_failed'],
  },
  'POST /admin/settings/geo-test': {
    summary: 'Look up the country of an IP address.',
    access: 'operator',
    right: 'settings.change',
    body: z.object({ address: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address, such as 203.0.113.9.') }),
    response: ConnectionTestResult,
    errors: ['trial_failed'],
  },
  'POST /admin/settings/live-test': {
    summary: 'Test the live engine: create a room and a token for it, then delete the room.',
    access: 'operator',
    right: 'settings.change',
    response: ConnectionTestResult,
    errors: ['trial_failed'],
  },
  'POST /admin/settings/images/upload': {
    summary: 'Replace an image of the site.',
    access: 'operator',
    right: 'settings.change',
    files: { file: { kind: 'image', required: true } },
    body: z.object({ key: z.enum(imageSettings) }),
    response: File,
    errors: ['quota_exceeded', 'file_unreadable'],
  },
  'GET /admin/blocked-countries': {
    summary: 'Blocked countries, with the number of visits rejected in the last 30 days.',
    access: 'operator',
    right: 'countries.change',
    response: BlockedCountries,
  },
  'PUT /admin/blocked-countries': {
    summary: 'Replace the list of blocked countries.',
    access: 'operator',
    right: 'countries.change',
    body: CountryCodes,
    response: BlockedCountries,
    errors: ['country_unknown'],
  },
  'GET /admin/users/search': {
    summary: 'All accounts.',
    access: 'operator',
    right: 'people.read',
    query: pageQuery(['username', 'email']).extend({
      role: fromQuery(z.enum(roles)),
      status: fromQuery(z.enum(accountStatuses)),
      country: fromQuery(Country),
      isEmailVerified: Flag,
    }),
    response: pageOf(AdminUser),
  },
  'GET /admin/users/:id': {
    summary: 'One account with its sessions.',
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    response: AdminUserDetail,
    errors: ['user_not_found'],
  },
  'PUT /admin/users/:id': {
    summary: 'Change an account.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: AccountChanges.omit({ currentPassword: true, privacy: true }).extend({
      role: z.enum(roles).optional(),
      isEmailVerified: z.boolean().optional(),
    }),
    response: AdminUserDetail,
    errors: [
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
    summary: 'Suspend an account. Its sessions end immediately.',
    access: 'operator',
    right: 'people.suspend',
    params: IdParam,
    body: Reason,
    response: AdminUserDetail,
    errors: ['user_not_found', 'last_operator', 'already_so', 'stronger_operator'],
  },
  'POST /admin/users/:id/restore': {
    summary: 'End a suspension.',
    access: 'operator',
    right: 'people.suspend',
    params: IdParam,
    response: AdminUserDetail,
    errors: ['user_not_found', 'already_so', 'stronger_operator'],
  },
  'DELETE /admin/users/:id/sessions': {
    summary: 'End all sessions of an account.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    response: z.object({ ended: z.number() }),
    errors: ['user_not_found', 'stronger_operator'],
  },
  'POST /admin/users/:id/two-factor/reset': {
    summary:
      'Reset the two-factor authentication of an account whose owner lost access to it. All its sessions end, and the owner is notified.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    response: AdminUserDetail,
    errors: ['user_not_found', 'two_factor_off', 'self_not_allowed', 'stronger_operator'],
  },
  'GET /admin/performers/search': {
    summary: 'All performers, in any state.',
    access: 'operator',
    right: 'people.read',
    query: pageQuery(['username']).extend({
      verification: fromQuery(z.enum(verifications)),
      status: fromQuery(z.enum(accountStatuses)),
      country: fromQuery(Country),
    }),
    response: pageOf(AdminPerformer),
  },
  'GET /admin/performers/:id': {
    summary: 'One performer with their identity documents.',
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    response: AdminPerformer,
    errors: ['performer_not_found'],
  },
  'PUT /admin/performers/:id': {
    summary: "Change a performer's profile.",
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: ProfileChanges.omit({ currentPassword: true, privacy: true }).extend({ isFeatured: z.boolean().optional() }),
    response: AdminPerformer,
    errors: [
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
    summary: 'Approve or reject a performer. A rejection includes a note to them.',
    access: 'operator',
    right: 'papers.decide',
    params: IdParam,
    body: z
      .object({ decision: z.enum(['approved', 'rejected']), note: Text(limits.reasonLengthMax).optional() })
      .refine((body) => body.decision === 'approved' || body.note, { path: ['note'], message: 'Tell the creator what to fix.' }),
    response: AdminPerformer,
    errors: ['performer_not_found', 'document_required', 'birth_required', 'already_so', 'stronger_operator'],
  },
  'GET /admin/mails/search': {
    summary: 'The email outbox, used while no mail server is configured.',
    access: 'operator',
    right: 'mails.read',
    query: pageQuery([]).extend({
      to: fromQuery(Text(limits.emailLengthMax)),
      template: fromQuery(Text(60)),
      status: fromQuery(z.enum(mailStatuses)),
    }),
    response: pageOf(Mail),
    errors: ['mail_not_found'],
  },
  'GET /admin/mails/health': {
    summary: 'The number of bounces and complaints in the last 30 days, and the sources that report them.',
    access: 'operator',
    right: 'mails.read',
    response: MailHealth,
  },
  'GET /admin/mails/undeliverable/search': {
    summary: 'Undeliverable email addresses, newest first.',
    access: 'operator',
    right: 'mails.read',
    query: pageQuery([]),
    response: pageOf(UndeliverableAddress),
  },
  'DELETE /admin/mails/undeliverable/:id': {
    summary: 'Allow emails to an undeliverable address again.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    response: z.object({ cleared: z.literal(true) }),
    errors: ['mail_address_not_found'],
  },
  'GET /admin/mails/:id': {
    summary: 'One email of the outbox with its text. Access is logged.',
    access: 'operator',
    right: 'mails.read',
    params: IdParam,
    response: MailWithContent,
    errors: ['mail_not_found', 'stronger_operator'],
  },
});
