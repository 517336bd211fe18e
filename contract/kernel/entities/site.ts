/** Settings, pages and reference data of the site, and what operators see of them. */
import * as z from 'zod';
import { File } from './files';
import { settingDefaults, settingRules, type SettingKey } from '../settings';
import { Country, Id, Instant, Language } from '../shapes';
import { promoPositions, promoStates } from '../values/promos';
import { mailStatuses, menuSections, sitePageStatuses, postTypes, wordActions, wordMatches } from '../values/site';

export const Menu = z.object({
  _id: Id,
  title: z.string(),
  path: z.string(),
  isInternal: z.boolean(),
  isNewTab: z.boolean(),
  section: z.enum(menuSections),
  help: z.string().nullable(),
  ordering: z.number(),
});
/** A blocked word, with what happens to a text that contains it. */
export const WordFilter = z.object({ text: z.string(), match: z.enum(wordMatches), action: z.enum(wordActions) });

/** A menu entry as operators see it: `isBroken` when its path does not exist on this site. */
export const AdminMenu = Menu.extend({ isBroken: z.boolean() });

const schemaOf = {
  text: z.string(),
  'long-text': z.string(),
  number: z.number(),
  amount: z.number(),
  switch: z.boolean(),
  choice: z.string(),
  instant: z.string().nullable(),
  image: z.string(),
  colour: z.string(),
};
type SchemaOf<K extends SettingKey> = (typeof schemaOf)[(typeof settingRules)[K]['type']];
type PublicKey = { [K in SettingKey]: (typeof settingRules)[K]['visibility'] extends 'public' ? K : never }[SettingKey];

const publicShape = Object.fromEntries(
  Object.entries(settingRules)
    .filter(([, rule]) => rule.visibility === 'public')
    .map(([key, rule]) => [key, schemaOf[rule.type]]),
) as { [K in PublicKey]: SchemaOf<K> };

/** The settings that every visitor receives; derived from the table of settings. */
export const Settings = z.object({
  ...publicShape,
  menus: z.array(Menu),
  /** True while no payment gateway has keys: no real money moves. */
  isSandbox: z.boolean(),
  /** The VAPID public key with which browsers subscribe to push messages. */
  webPushPublicKey: z.string(),
  /** Empty when LiveKit is not configured. */
  livekitUrl: z.string(),
});
export type PublicSettings = z.input<typeof Settings>;
/** The public part of a new site's settings. */
export const defaultPublicSettings = Settings.parse({
  ...settingDefaults,
  menus: [],
  isSandbox: true,
  webPushPublicKey: '',
  livekitUrl: '',
});

export const Post = z.object({
  _id: Id,
  slug: z.string(),
  type: z.enum(postTypes),
  title: z.string(),
  shortDescription: z.string(),
  ordering: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const PostWithContent = Post.extend({ content: z.string() });
export const AdminPost = Post.extend({ status: z.enum(sitePageStatuses) });
export const AdminPostWithContent = AdminPost.extend({ content: z.string() });

export const SitePromo = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  link: z.string().nullable(),
  position: z.enum(promoPositions),
  image: File,
  ordering: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const AdminPromo = SitePromo.extend({
  isActive: z.boolean(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  state: z.enum(promoStates),
});

export const CountryEntry = z.object({
  name: z.string(),
  code: Country,
  capital: z.string(),
  region: z.string(),
  currency: z.object({ code: z.string(), name: z.string(), symbol: z.string() }),
  language: z.object({ code: z.string(), name: z.string() }),
  flag: z.string(),
  demonym: z.string().nullable(),
});
export const LanguageEntry = z.object({ code: Language, name: z.string(), nativeName: z.string() });
export const PhoneCode = z.object({ name: z.string(), countryCode: Country, code: z.string() });
export const OptionEntry = z.object({ value: z.string(), label: z.string() });

export const AdminSetting = z.object({
  key: z.string(),
  label: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  type: z.string(),
  group: z.string(),
  isPublic: z.boolean(),
  isFixed: z.boolean(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  options: z.array(z.string()),
});

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  template: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  createdAt: Instant,
});
/** An address that bounces. */
export const UndeliverableAddress = z.object({
  _id: Id,
  address: z.string(),
  /** The mail server's response. */
  reason: z.string(),
  since: Instant,
  createdAt: Instant,
});
/** Bounces and complaints of the last thirty days, the number of addresses that bounce now, and how the site receives the reports. */
export const MailHealth = z.object({
  hard: z.number(),
  soft: z.number(),
  complaint: z.number(),
  undeliverable: z.number(),
  hearsByWebhook: z.boolean(),
  hearsByMailbox: z.boolean(),
});
export const MailWithContent = Mail.extend({ text: z.string(), html: z.string() });
