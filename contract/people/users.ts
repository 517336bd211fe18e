/** Accounts: the own one, and people as performers and operators look them up. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
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
  Name,
  pageOf,
  pageQuery,
  Phone,
  PresentPassword,
  Username,
} from '../kernel/shapes';

/** Fields of an account that its person may change; an absent one stays as it is. */
export const AccountChanges = z.object({
  username: Username.optional(),
  email: Email.optional(),
  name: Name.optional(),
  firstName: Name.nullable().optional(),
  lastName: Name.nullable().optional(),
  phone: Phone.nullable().optional(),
  gender: Attribute('gender').nullable().optional(),
  country: Country.nullable().optional(),
  locale: SiteLanguage.nullable().optional(),
  privacy: Privacy.partial().optional(),
  monthlySpendingLimit: AmountBetween(0, limits.amountMax).nullable().optional(),
  confirmTipAbove: AmountBetween(0, limits.amountMax).nullable().optional(),
  currentPassword: PresentPassword.optional(),
});

/** The stored file beside the address that now shows it. */
export const AvatarUploaded = File.extend({ avatar: z.string() });
export const avatarFile = { avatar: { kind: 'image', required: true, aliases: ['file'] } } as const;
const uploadFails = ['quota_exceeded', 'file_unreadable'] as const;

export default endpoints({
  'GET /users/me': {
    does: 'The signed-in account.',
    access: 'member',
    helper: 'any',
    answer: CurrentUser,
    beforeSecondStep: true,
    whileDeleting: true,
  },
  'PUT /users': {
    does: 'Change the own account. A first address counts at once, a changed one when it is confirmed.',
    access: 'member',
    body: AccountChanges,
    answer: CurrentUser,
    fails: ['username_taken', 'email_taken', 'username_reserved', 'wrong_password', 'reauthentication_required', 'country_unknown'],
  },
  'GET /users/search': {
    does: 'Look people up by name.',
    access: ['performer', 'operator'],
    right: 'people.read',
    query: pageQuery(['username']).extend({ gender: fromQuery(Attribute('gender')), country: fromQuery(Country) }),
    answer: pageOf(Person),
    rate: 'search',
  },
  'GET /users/view/:id': {
    does: 'One person, as performers, operators and the person see it.',
    access: 'member',
    params: z.object({ id: z.string().max(100) }),
    answer: Person.extend({ country: z.string().nullable(), createdAt: Instant, isBlocked: z.boolean() }),
    fails: ['user_not_found'],
  },
  'POST /users/avatar/upload': {
    does: 'Replace the own picture.',
    access: 'member',
    files: avatarFile,
    answer: AvatarUploaded,
    fails: uploadFails,
    rate: 'upload',
  },
  'POST /users/:id/avatar/upload': {
    does: "Replace one's own picture, or as an operator anybody's.",
    access: 'member',
    params: IdParam.extend({ id: z.union([z.literal('me'), IdParam.shape.id]) }),
    files: avatarFile,
    answer: AvatarUploaded,
    fails: [...uploadFails, 'not_owner', 'user_not_found'],
    rate: 'upload',
  },
});
