/** Performers: search, their public page, and their own settings. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { CurrentUser, File, OwnPerformerProfile, PayoutMethods, PerformerCard, PerformerProfile } from '../kernel/entities';
import * as limits from '../kernel/limits';
import {
  Amount,
  AmountBetween,
  Attribute,
  Count,
  Country,
  Day,
  Email,
  Flag,
  fromQuery,
  fromQueryOr,
  Id,
  IdOrSlugParam,
  Language,
  Name,
  pageOf,
  pageQuery,
  repeated,
  Text,
} from '../kernel/shapes';
import { AccountChanges, AvatarUploaded, avatarFile } from './users';
import { messageAudiences } from '../kernel/values/messages';
import { documentTypes } from '../kernel/values/people';

/** The caller's own id, or `me`. */
const SelfParam = z.object({ id: z.union([z.literal('me'), Id]) });
const attribute = (name: Parameters<typeof Attribute>[0]) => Attribute(name).nullable().optional();
const filter = (name: Parameters<typeof Attribute>[0]) => repeated(Attribute(name));

/** Profile fields that the performer may change. Absent fields keep their value. */
export const ProfileChanges = AccountChanges.extend({
  bio: Text(limits.bioLengthMax).optional(),
  languages: z.array(Language).max(limits.languagesMax).optional(),
  city: Name.nullable().optional(),
  state: Name.nullable().optional(),
  zipCode: Text(20).nullable().optional(),
  address: Text(200).nullable().optional(),
  dateOfBirth: Day.optional(),
  height: attribute('height'),
  weight: attribute('weight'),
  bodyType: attribute('bodyType'),
  ethnicity: attribute('ethnicity'),
  size: attribute('size'),
  hair: attribute('hair'),
  eyes: attribute('eyes'),
  sexualOrientation: attribute('sexualOrientation'),
  isFreeSubscription: z.boolean().optional(),
  freeSubscriptionDays: z.number().int().min(limits.freeSubscriptionDays.min).max(limits.freeSubscriptionDays.max).optional(),
  monthlyPrice: Amount.optional(),
  yearlyPrice: Amount.optional(),
  messageAudience: z.enum(messageAudiences).optional(),
  messagePrice: AmountBetween(0, limits.messagePriceMax).optional(),
  activateWelcomeVideo: z.boolean().optional(),
});

const payoutErrors = ['not_owner', 'reauthentication_required'] as const;
const contentUploadErrors = ['quota_exceeded', 'file_unreadable'] as const;
/** Digits and letters, with optional spaces and dashes. */
const accountNumber = z
  .string()
  .trim()
  .max(60)
  .regex(/^[A-Za-z0-9 -]*$/, 'Use only letters and numbers.')
  .refine((text) => /^.{4,34}$/.test(text.replaceAll(/[ -]/g, '')), 'Enter 4–34 letters and numbers.');

export default endpoints({
  'GET /performers/user/search': {
    summary: 'Find performers. Returns only active, approved ones.',
    access: 'anyone',
    query: pageQuery(['popular', 'online', 'name']).extend({
      gender: filter('gender'),
      country: repeated(Country),
      height: filter('height'),
      weight: filter('weight'),
      age: filter('age'),
      bodyType: filter('bodyType'),
      ethnicity: filter('ethnicity'),
      size: filter('size'),
      hair: filter('hair'),
      eyes: filter('eyes'),
      sexualOrientation: filter('sexualOrientation'),
      performerIds: repeated(Id),
      isFreeSubscription: Flag,
      isOnline: Flag,
      isFeatured: Flag,
      isFollowed: Flag,
      isLive: Flag,
    }),
    response: pageOf(PerformerCard),
    rateLimit: 'search',
  },
  'GET /performers/search/random': {
    summary: 'Random performers.',
    access: 'anyone',
    query: z.object({
      limit: fromQueryOr(Count(1, limits.randomPerformers.max), limits.randomPerformers.default),
      gender: fromQuery(Attribute('gender')),
      country: fromQuery(Country),
      isFreeSubscription: Flag,
      isFeatured: Flag,
    }),
    response: pageOf(PerformerCard),
  },
  'GET /performers/top': {
    summary: 'Performers ranked by subscribers, likes and page views of the last 30 days.',
    access: 'anyone',
    query: pageQuery([]),
    response: pageOf(PerformerCard),
  },
  'GET /performers/me': {
    summary: "The signed-in performer's profile, including private fields.",
    access: 'performer',
    response: OwnPerformerProfile,
  },
  'GET /performers/:id': {
    summary: "A performer's public page, by ID or username.",
    access: 'anyone',
    params: IdOrSlugParam,
    response: PerformerProfile,
    errors: ['performer_not_found', 'blocked_by_performer'],
  },
  'PUT /performers/:id': {
    summary: "Change the caller's profile and prices.",
    access: 'performer',
    params: SelfParam,
    body: ProfileChanges,
    response: CurrentUser,
    errors: [
      'not_owner',
      'username_taken',
      'email_taken',
      'username_reserved',
      'wrong_password',
      'reauthentication_required',
      'country_unknown',
      'price_out_of_range',
      'under_age',
    ],
  },
  'PUT /performers/:id/banking-settings': {
    summary: 'Set the bank account for payouts. Stored encrypted, shown masked.',
    access: 'performer',
    params: SelfParam,
    body: z
      .object({
        firstName: Name,
        lastName: Name,
        bankName: Name,
        country: Country,
        accountNumber: accountNumber.optional(),
        iban: accountNumber.optional(),
        routing: Text(40).optional(),
        swift: Text(20).optional(),
        taxId: Text(40).optional(),
        address: Text(200).optional(),
        city: Name.optional(),
        state: Name.optional(),
      })
      .refine((body) => (body.accountNumber ?? body.iban) !== undefined, {
        path: ['accountNumber'],
        message: 'Enter the account number or the IBAN.',
      }),
    response: z.object({ banking: PayoutMethods.shape.banking }),
    errors: [...payoutErrors, 'country_unknown', 'iban_invalid'],
  },
  'PUT /performers/:id/payment-gateway-settings': {
    summary: 'Choose the payout method.',
    access: 'performer',
    params: SelfParam,
    body: z.discriminatedUnion('method', [
      z.object({ method: z.literal('paypal'), email: Email }),
      z.object({ method: z.literal('stripe') }),
    ]),
    response: z.object({ payoutMethods: PayoutMethods }),
    errors: [...payoutErrors, 'stripe_account_missing'],
  },
  'POST /performers/avatar/upload': {
    summary: "Replace the caller's profile photo.",
    access: 'performer',
    files: avatarFile,
    response: AvatarUploaded,
    errors: contentUploadErrors,
    rateLimit: 'upload',
  },
  'POST /performers/cover/upload': {
    summary: "Replace the cover image of the caller's page.",
    access: 'performer',
    files: { cover: { kind: 'image', required: true, aliases: ['file'] } },
    response: File.extend({ cover: z.string() }),
    errors: contentUploadErrors,
    rateLimit: 'upload',
  },
  'POST /performers/welcome-video/upload': {
    summary: "Replace the video shown to first-time visitors of the caller's page.",
    access: 'performer',
    files: { 'welcome-video': { kind: 'welcome-video', required: true, aliases: ['file'] } },
    response: File,
    mayRespond202: true,
    errors: contentUploadErrors,
    rateLimit: 'upload',
  },
  'POST /performers/documents/upload': {
    summary: 'Upload one of the two identity documents. Once both are present, an operator reviews them.',
    access: 'performer',
    files: { file: { kind: 'document', required: true } },
    body: z.object({ type: z.enum(documentTypes) }),
    response: File,
    errors: [...contentUploadErrors, 'already_verified'],
    rateLimit: 'upload',
  },
});
