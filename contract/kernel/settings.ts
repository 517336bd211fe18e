/** The site's settings: defaults, limits and visibility. Plain values: the browser imports the defaults. */
import * as limits from './limits';
import { paymentGateways } from './values/money';
import { streamingEngines } from './values/site';

export const settingGroups = [
  'general',
  'registration',
  'pricing',
  'commission',
  'payment',
  'storage',
  'geo',
  'streaming',
  'mail',
  'social',
  'captcha',
  'analytics',
  'texts',
  'maintenance',
  'look',
  'seo',
  'security',
] as const;
export type SettingGroup = (typeof settingGroups)[number];
export type SettingType = 'text' | 'long-text' | 'number' | 'amount' | 'switch' | 'choice' | 'instant' | 'image' | 'colour';

export interface SettingRule {
  type: SettingType;
  group: SettingGroup;
  value: string | number | boolean | null;
  label: string;
  /** Public settings are sent to every visitor with GET /settings/public; `keyed` ones only when requested by key. */
  visibility: 'public' | 'keyed' | 'operators';
  minimum?: number;
  maximum?: number;
  options?: readonly string[];
  /** An environment variable that overrides the value. */
  fixedBy?: string;
}

const rules = <const T extends Record<string, SettingRule>>(table: T): T => table;

export const settingRules = rules({
  siteName: { type: 'text', group: 'general', value: 'Footlight', label: 'Site name', visibility: 'public', minimum: 1, maximum: 60 },
  contactEmail: {
    type: 'text',
    group: 'general',
    value: '',
    label: 'Address that receives contact messages; also shown to visitors who are kept out',
    visibility: 'public',
    maximum: 254,
  },
  currency: {
    type: 'choice',
    group: 'general',
    value: 'usd',
    label: 'Currency',
    visibility: 'public',
    options: ['usd', 'eur', 'gbp', 'cad', 'aud', 'chf', 'jpy'],
  },
  requireEmailVerification: {
    type: 'switch',
    group: 'registration',
    value: false,
    label: 'People must confirm their e-mail address before they log in',
    visibility: 'public',
  },
  freeSubscriptionEnabled: {
    type: 'switch',
    group: 'pricing',
    value: true,
    label: 'Performers may offer a free period',
    visibility: 'public',
  },
  freeSubscriptionDuration: {
    type: 'number',
    group: 'pricing',
    value: 1,
    label: 'Days of the free period at first',
    visibility: 'public',
    minimum: 1,
    maximum: 30,
  },
  minimumSubscriptionPrice: {
    type: 'amount',
    group: 'pricing',
    value: 2.95,
    label: 'Lowest subscription price',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  maximumSubscriptionPrice: {
    type: 'amount',
    group: 'pricing',
    value: 300,
    label: 'Highest subscription price',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  minimumWalletPrice: {
    type: 'amount',
    group: 'pricing',
    value: 2.95,
    label: 'Smallest top-up',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  maximumWalletPrice: {
    type: 'amount',
    group: 'pricing',
    value: 300,
    label: 'Largest top-up',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  minimumTipPrice: {
    type: 'amount',
    group: 'pricing',
    value: 10,
    label: 'Smallest tip',
    visibility: 'public',
    minimum: 0.5,
    maximum: 100_000,
  },
  maximumTipPrice: {
    type: 'amount',
    group: 'pricing',
    value: 10_000,
    label: 'Largest tip',
    visibility: 'public',
    minimum: 0.5,
    maximum: 100_000,
  },
  minimumPayoutAmount: {
    type: 'amount',
    group: 'pricing',
    value: 50,
    label: 'Smallest payout',
    visibility: 'public',
    minimum: 1,
    maximum: 100_000,
  },
  earningsClearingDays: {
    type: 'number',
    group: 'pricing',
    value: 7,
    label: 'Days until a sale can be paid out',
    visibility: 'public',
    minimum: limits.clearingDays.min,
    maximum: limits.clearingDays.max,
  },
  commissionRate: {
    type: 'number',
    group: 'commission',
    value: 0.2,
    label: "The site's share of each sale (0.2 is 20 %)",
    visibility: 'public',
    minimum: 0,
    maximum: 0.99,
  },
  paymentGateway: {
    type: 'choice',
    group: 'payment',
    value: 'stripe',
    label: 'Payment gateway',
    visibility: 'public',
    options: paymentGateways,
  },
  payoutSenderName: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'Holder of the bank account that payouts are sent from',
    visibility: 'operators',
    maximum: 70,
  },
  payoutSenderIban: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'IBAN of the bank account that payouts are sent from',
    visibility: 'operators',
    maximum: 42,
  },
  payoutSenderBic: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'BIC of its bank, where the bank asks for it',
    visibility: 'operators',
    maximum: 11,
  },
  stripePublishableKey: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'Stripe publishable key',
    visibility: 'public',
    maximum: 200,
    fixedBy: 'STRIPE_PUBLISHABLE_KEY',
  },
  streamingEngine: {
    type: 'choice',
    group: 'streaming',
    value: 'embedded',
    label: 'Live engine',
    visibility: 'public',
    options: streamingEngines,
    fixedBy: 'STREAMING_ENGINE',
  },
  agoraAppId: {
    type: 'text',
    group: 'streaming',
    value: '',
    label: 'Agora app id',
    visibility: 'public',
    maximum: 100,
    fixedBy: 'AGORA_APP_ID',
  },
  entryRefundMinutes: {
    type: 'number',
    group: 'streaming',
    value: 5,
    label: 'Entries to a show are refunded when its picture was there for fewer minutes than this',
    visibility: 'public',
    minimum: 1,
    maximum: 60,
  },
  ticketRefundMinutes: {
    type: 'number',
    group: 'streaming',
    value: 30,
    label: 'Tickets are refunded when a show has not started this many minutes after its time',
    visibility: 'public',
    minimum: 5,
    maximum: 1440,
  },
  googleLoginEnabled: {
    type: 'switch',
    group: 'social',
    value: true,
    label: 'Log in with Google (needs its keys in the environment)',
    visibility: 'public',
  },
  googleLoginClientId: {
    type: 'text',
    group: 'social',
    value: '',
    label: 'Google client id',
    visibility: 'public',
    maximum: 200,
    fixedBy: 'GOOGLE_CLIENT_ID',
  },
  twitterLoginEnabled: {
    type: 'switch',
    group: 'social',
    value: true,
    label: 'Log in with Twitter (needs its keys in the environment)',
    visibility: 'public',
  },
  recaptchaEnabled: {
    type: 'switch',
    group: 'captcha',
    value: true,
    label: 'Ask for a captcha (needs its keys in the environment)',
    visibility: 'public',
  },
  recaptchaSiteKey: {
    type: 'text',
    group: 'captcha',
    value: '',
    label: 'reCAPTCHA site key',
    visibility: 'public',
    maximum: 200,
    fixedBy: 'RECAPTCHA_SITE_KEY',
  },
  hashPasswordOnClient: {
    type: 'switch',
    group: 'security',
    value: false,
    label: 'Browsers send a digest of the password instead of the password',
    visibility: 'public',
    fixedBy: 'PASSWORD_CLIENT_HASH',
  },
  operatorsNeedSecondStep: {
    type: 'switch',
    group: 'security',
    value: false,
    label: 'Operators must give a second step when they log in; who has none can only set it up',
    visibility: 'operators',
  },
  analyticsMeasurementId: {
    type: 'text',
    group: 'analytics',
    value: '',
    label: 'Analytics measurement id (page views only)',
    visibility: 'public',
    maximum: 40,
  },
  adultConfirmation: {
    type: 'switch',
    group: 'security',
    value: false,
    label: 'Ask visitors whether they are 18 before they see the site. Search engines see the question alone',
    visibility: 'public',
  },
  analyticsConsent: {
    type: 'switch',
    group: 'analytics',
    value: false,
    label: 'Count page views only of visitors who agreed',
    visibility: 'public',
  },
  documentRetentionDays: {
    type: 'number',
    group: 'security',
    value: 365,
    label: 'Days after the decision until documents of performers are removed',
    visibility: 'operators',
    minimum: 30,
    maximum: 3650,
  },
  maintenanceMode: { type: 'switch', group: 'maintenance', value: false, label: 'Maintenance mode', visibility: 'public' },
  maintenanceMessage: {
    type: 'long-text',
    group: 'maintenance',
    value: '',
    label: 'Notice shown during maintenance',
    visibility: 'public',
    maximum: 500,
  },
  maintenanceEndsAt: { type: 'instant', group: 'maintenance', value: null, label: 'Expected end', visibility: 'public' },
  logo: { type: 'image', group: 'look', value: '', label: 'Logo', visibility: 'public', maximum: 500 },
  darkLogo: { type: 'image', group: 'look', value: '', label: 'Logo on dark', visibility: 'public', maximum: 500 },
  favicon: { type: 'image', group: 'look', value: '/favicon.ico', label: 'Icon in the browser tab', visibility: 'public', maximum: 500 },
  loginImage: { type: 'image', group: 'look', value: '', label: 'Picture on the sign-in screen', visibility: 'keyed', maximum: 500 },
  homeTitle: { type: 'text', group: 'seo', value: '', label: 'Title of the first page', visibility: 'keyed', maximum: 120 },
  homeKeywords: { type: 'text', group: 'seo', value: '', label: 'Keywords of the first page', visibility: 'keyed', maximum: 300 },
  homeDescription: {
    type: 'long-text',
    group: 'seo',
    value: 'Photos, films, messages and live shows, straight from the performers you choose.',
    label: 'Description of the first page',
    visibility: 'keyed',
    maximum: 300,
  },
  footerContent: {
    type: 'long-text',
    group: 'texts',
    value: '',
    label: 'Line at the foot of each page',
    visibility: 'keyed',
    maximum: 1000,
  },
  userBenefit: {
    type: 'long-text',
    group: 'texts',
    value: 'Follow and support the people you admire, and hear from them first.',
    label: 'What fans get',
    visibility: 'keyed',
    maximum: 1000,
  },
  performerBenefit: {
    type: 'long-text',
    group: 'texts',
    value: 'Your own page, your prices, and most of every sale for you.',
    label: 'What performers get',
    visibility: 'keyed',
    maximum: 1000,
  },
});

export type SettingKey = keyof typeof settingRules;
type Widened<T> = T extends string ? string : T extends number ? number : T extends boolean ? boolean : T;
type ValueOf<K extends SettingKey> = (typeof settingRules)[K] extends { type: 'instant' } | { value: null }
  ? string | null
  : Widened<(typeof settingRules)[K]['value']>;
/** Every setting by key. */
export type SettingValues = { [K in SettingKey]: ValueOf<K> };

/** The settings of a new site. */
export const settingDefaults = Object.fromEntries(Object.entries(settingRules).map(([key, rule]) => [key, rule.value])) as SettingValues;

/** Minimum and maximum pairs: the first may not be above the second. */
export const orderedSettings = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
] as const satisfies readonly (readonly [SettingKey, SettingKey])[];

/** Settings whose value is an uploaded image. */
export const imageSettings = ['logo', 'darkLogo', 'favicon', 'loginImage'] as const satisfies readonly SettingKey[];
