/** Accounts: the caller's own, and people as performers and operators look them up. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { CurrentUser, File, Person, Privacy } from '../kernel/entities';
import * as limits from '../kernel/limits';
import {
  AmountBetween,
  Attribute,
  Country,
  Email,
  fromQuery,
  IdParam,
  Instant,
  SiteLanguage,
  pageOf,
  pageQuery,
  PersonName,
  Phone,
  PresentPassword,
  Username,
} from '../kernel/shapes';

/** Account fields that the owner may change. Absent fields keep their value. */
export const AccountChanges = z.object({
  username: Username.optional(),
  email: Email.optional(),
  name: PersonName.optional(),
  firstName: PersonName.nullable().optional(),
  lastName: PersonName.nullable().optional(),
  phone: Phone.nullable().optional(),
  gender: Attribute('gender').nullable().optional(),
  country: Country.nullable().optional(),
  locale: SiteLanguage.nullable().optional(),
  privacy: Privacy.partial().optional(),
  monthlySpendingLimit: AmountBetween(0, limits.amountMax).nullable().optional(),
  confirmTipAbove: AmountBetween(0, limits.amountMax).nullable().optional(),
  currentPassword: PresentPassword.optional(),
});

/** The stored file, with the URL that now shows it. */
export const AvatarUploaded = File.extend({ avatar: z.string() });
export const avatarFile = { avatar: { kind: 'image', required: true, aliases: ['file'] } } as const;
const contentUploadErrors = ['quota_exceeded', 'file_unreadable'] as const;

export default endpoints({
  'GET /users/me': {
    summary: 'The signed-in account.',
    access: 'member',
    delegate: 'any',
    response: CurrentUser,
    beforeTwoFactorSetup: true,
    whileDeleting: true,
  },
  'PUT /users': {
    summary: "Change the caller's account. A first email address applies immediately, a changed one once it is confirmed.",
    access: 'member',
    body: AccountChanges,
    response: CurrentUser,
    errors: ['username_taken', 'email_taken', 'username_reserved', 'wrong_password', 'reauthentication_required', 'country_unknown'],
  },
  'GET /users/search': {
    summary: 'Search people by name.',
    access: ['performer', 'operator'],
    right: 'people.read',
    query: pageQuery(['username']).extend({ gender: fromQuery(Attribute('gender')), country: fromQuery(Country) }),
    response: pageOf(Person),
    rateLimit: 'search',
  },
  'GET /users/view/:id': {
    summary: 'One person, as performers, operators and the person themselves see them.',
    access: 'member',
    params: z.object({ id: z.string().max(100) }),
    response: Person.extend({ country: z.string().nullable(), createdAt: Instant, isBlocked: z.boolean() }),
    errors: ['user_not_found'],
  },
  'POST /users/avatar/upload': {
    summary: "Replace the caller's profile photo.",
    access: 'member',
    files: avatarFile,
    response: AvatarUploaded,
    errors: contentUploadErrors,
    rateLimit: 'upload',
  },
  'POST /users/:id/avatar/upload': {
    summary: "Replace an account's profile photo: the caller's own or, for operators, any.",
    access: 'member',
    params: IdParam.extend({ id: z.union([z.literal('me'), IdParam.shape.id]) }),
    files: avatarFile,
    response: AvatarUploaded,
    errors: [...contentUploadErrors, 'not_owner', 'user_not_found'],
    rateLimit: 'upload',
  },
});
