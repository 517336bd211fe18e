/** Performers: finding them, their public page, and what a performer sets up for herself. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
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
import { documentTypes, messageAudiences } from '../values';

/** Her own id, or `me`. */
const SelfParam = z.object({ id: z.union([z.literal('me'), Id]) });
const attribute = (name: Parameters<typeof Attribute>[0]) => Attribute(name).nullable().optional();
const filter = (name: Parameters<typeof Attribute>[0]) => repeated(Attribute(name));

/** Fields of a profile that the performer may change; an absent one stays as it is. */
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

const payoutFails = ['not_owner', 'reauthentication_required'] as const;
const uploadFails = ['quota_exceeded', 'file_unreadable'] as const;
/** Digits and letters, which spaces and dashes may part. */
const accountNumber = z
  .string()
  .trim()
  .max(60)
  .regex(/^[A-Za-z0-9 -]*$/, 'Use digits and letters only.')
  .refine((text) => /^.{4,34}$/.test(text.replaceAll(/[ -]/g, '')), 'Enter 4 to 34 digits and letters.');

export default endpoints({
  'GET /performers/user/search': {
    does: 'Find performers: active and approved ones only.',
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
    answer: pageOf(PerformerCard),
    rate: 'search',
  },
  'GET /performers/search/random': {
    does: 'Some performers, in no order.',
    access: 'anyone',
    query: z.object({
      limit: fromQueryOr(Count(1, limits.randomPerformers.max), limits.randomPerformers.default),
      gender: fromQuery(Attribute('gender')),
      country: fromQuery(Country),
      isFreeSubscription: Flag,
      isFeatured: Flag,
    }),
    answer: pageOf(PerformerCard),
  },
  'GET /performers/top': {
    does: 'Performers by their subscribers, their likes and who looked at their page in the last 30 days.',
    access: 'anyone',
    query: pageQuery([]),
    answer: pageOf(PerformerCard),
  },
  'GET /performers/me': {
    does: "The signed-in performer's profile with its private part.",
    access: 'performer',
    answer: OwnPerformerProfile,
  },
  'GET /performers/:id': {
    does: "A performer's public page, by id or username.",
    access: 'anyone',
    params: IdOrSlugParam,
    answer: PerformerProfile,
    fails: ['performer_not_found', 'blocked_by_performer'],
  },
  'PUT /performers/:id': {
    does: 'Change the own profile and prices.',
    access: 'performer',
    params: SelfParam,
    body: ProfileChanges,
    answer: CurrentUser,
    fails: [
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
    does: 'Set the bank account for payouts. Stored encrypted, shown masked.',
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
    answer: z.object({ banking: PayoutMethods.shape.banking }),
    fails: [...payoutFails, 'country_unknown', 'iban_invalid'],
  },
  'PUT /performers/:id/payment-gateway-settings': {
    does: 'Choose how payouts arrive.',
    access: 'performer',
    params: SelfParam,
    body: z.discriminatedUnion('method', [
      z.object({ method: z.literal('paypal'), email: Email }),
      z.object({ method: z.literal('stripe') }),
    ]),
    answer: z.object({ payoutMethods: PayoutMethods }),
    fails: [...payoutFails, 'stripe_account_missing'],
  },
  'POST /performers/avatar/upload': {
    does: 'Replace the own picture.',
    access: 'performer',
    files: avatarFile,
    answer: AvatarUploaded,
    fails: uploadFails,
    rate: 'upload',
  },
  'POST /performers/cover/upload': {
    does: 'Replace the picture across the top of the own page.',
    access: 'performer',
    files: { cover: { kind: 'image', required: true, aliases: ['file'] } },
    answer: File.extend({ cover: z.string() }),
    fails: uploadFails,
    rate: 'upload',
  },
  'POST /performers/welcome-video/upload': {
    does: 'Replace the video that greets who comes to the own page for the first time.',
    access: 'performer',
    files: { 'welcome-video': { kind: 'welcome-video', required: true, aliases: ['file'] } },
    answer: File,
    mayContinue: true,
    fails: uploadFails,
    rate: 'upload',
  },
  'POST /performers/documents/upload': {
    does: 'Hand in one of the two papers. With both present an operator reviews them.',
    access: 'performer',
    files: { file: { kind: 'document', required: true } },
    body: z.object({ type: z.enum(documentTypes) }),
    answer: File,
    fails: [...uploadFails, 'already_verified'],
    rate: 'upload',
  },
});
