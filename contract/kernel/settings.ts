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
    label: 'Contact email (also shown on the blocked and maintenance pages)',
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
    label: 'Require email confirmation before login',
    visibility: 'public',
  },
  freeSubscriptionEnabled: {
    type: 'switch',
    group: 'pricing',
    value: true,
    label: 'Allow creators to offer a free trial',
    visibility: 'public',
  },
  freeSubscriptionDuration: {
    type: 'number',
    group: 'pricing',
    value: 1,
    label: 'Default free-trial length (days)',
    visibility: 'public',
    minimum: 1,
    maximum: 30,
  },
  minimumSubscriptionPrice: {
    type: 'amount',
    group: 'pricing',
    value: 2.95,
    label: 'Minimum subscription price',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  maximumSubscriptionPrice: {
    type: 'amount',
    group: 'pricing',
    value: 300,
    label: 'Maximum subscription price',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  minimumWalletPrice: {
    type: 'amount',
    group: 'pricing',
    value: 2.95,
    label: 'Minimum top-up',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  maximumWalletPrice: {
    type: 'amount',
    group: 'pricing',
    value: 300,
    label: 'Maximum top-up',
    visibility: 'public',
    minimum: 0.5,
    maximum: 10_000,
  },
  minimumTipPrice: {
    type: 'amount',
    group: 'pricing',
    value: 10,
    label: 'Minimum tip',
    visibility: 'public',
    minimum: 0.5,
    maximum: 100_000,
  },
  maximumTipPrice: {
    type: 'amount',
    group: 'pricing',
    value: 10_000,
    label: 'Maximum tip',
    visibility: 'public',
    minimum: 0.5,
    maximum: 100_000,
  },
  minimumPayoutAmount: {
    type: 'amount',
    group: 'pricing',
    value: 50,
    label: 'Minimum payout',
    visibility: 'public',
    minimum: 1,
    maximum: 100_000,
  },
  earningsClearingDays: {
    type: 'number',
    group: 'pricing',
    value: 7,
    label: 'Clearing period (days)',
    visibility: 'public',
    minimum: limits.clearingDays.min,
    maximum: limits.clearingDays.max,
  },
  commissionRate: {
    type: 'number',
    group: 'commission',
    value: 0.2,
    label: 'Commission on each sale (0.2 = 20%)',
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
    label: 'Payout sender: account holder',
    visibility: 'operators',
    maximum: 70,
  },
  payoutSenderIban: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'Payout sender: IBAN',
    visibility: 'operators',
    maximum: 42,
  },
  payoutSenderBic: {
    type: 'text',
    group: 'payment',
    value: '',
    label: 'Payout sender: BIC (if your bank requires it)',
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
    label: 'Streaming engine',
    visibility: 'public',
    options: streamingEngines,
    fixedBy: 'STREAMING_ENGINE',
  },
  agoraAppId: {
    type: 'text',
    group: 'streaming',
    value: '',
    label: 'Agora app ID',
    visibility: 'public',
    maximum: 100,
    fixedBy: 'AGORA_APP_ID',
  },
  entryRefundMinutes: {
    type: 'number',
    group: 'streaming',
    value: 5,
    label: 'Refund entry fees if a stream’s video ran for less than (minutes)',
    visibility: 'public',
    minimum: 1,
    maximum: 60,
  },
  ticketRefundMinutes: {
    type: 'number',
    group: 'streaming',
    value: 30,
    label: 'Refund tickets if a stream is late by (minutes)',
    visibility: 'public',
    minimum: 5,
    maximum: 1440,
  },
  googleLoginEnabled: {
    type: 'switch',
    group: 'social',
    value: true,
    label: 'Log in with Google (needs API keys in the server configuration)',
    visibility: 'public',
  },
  googleLoginClientId: {
    type: 'text',
    group: 'social',
    value: '',
    label: 'Google client ID',
    visibility: 'public',
    maximum: 200,
    fixedBy: 'GOOGLE_CLIENT_ID',
  },
  twitterLoginEnabled: {
    type: 'switch',
    group: 'social',
    value: true,
    label: 'Log in with Twitter (needs API keys in the server configuration)',
    visibility: 'public',
  },
  recaptchaEnabled: {
    type: 'switch',
    group: 'captcha',
    value: true,
    label: 'Require a captcha (needs API keys in the server configuration)',
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
    label: 'Hash passwords in the browser before sending',
    visibility: 'public',
    fixedBy: 'PASSWORD_CLIENT_HASH',
  },
  operatorsNeedSecondStep: {
    type: 'switch',
    group: 'security',
    value: false,
    label: 'Require two-step verification for operators',
    visibility: 'operators',
  },
  analyticsMeasurementId: {
    type: 'text',
    group: 'analytics',
    value: '',
    label: 'Analytics measurement ID (page views only)',
    visibility: 'public',
    maximum: 40,
  },
  adultConfirmation: {
    type: 'switch',
    group: 'security',
    value: false,
    label: '18+ age check for all visitors (search engines see only the check)',
    visibility: 'public',
  },
  analyticsConsent: {
    type: 'switch',
    group: 'analytics',
    value: false,
    label: 'Count page views only for visitors who consent',
    visibility: 'public',
  },
  documentRetentionDays: {
    type: 'number',
    group: 'security',
    value: 365,
    label: 'ID document retention after the decision (days)',
    visibility: 'operators',
    minimum: 30,
    maximum: 3650,
  },
  maintenanceMode: { type: 'switch', group: 'maintenance', value: false, label: 'Maintenance mode', visibility: 'public' },
  maintenanceMessage: {
    type: 'long-text',
    group: 'maintenance',
    value: '',
    label: 'Maintenance notice',
    visibility: 'public',
    maximum: 500,
  },
  maintenanceEndsAt: { type: 'instant', group: 'maintenance', value: null, label: 'Expected end', visibility: 'public' },
  logo: { type: 'image', group: 'look', value: '', label: 'Logo', visibility: 'public', maximum: 500 },
  darkLogo: { type: 'image', group: 'look', value: '', label: 'Logo for the dark theme', visibility: 'public', maximum: 500 },
  favicon: { type: 'image', group: 'look', value: '/favicon.ico', label: 'Browser tab icon', visibility: 'public', maximum: 500 },
  loginImage: { type: 'image', group: 'look', value: '', label: 'Login screen image', visibility: 'keyed', maximum: 500 },
  homeTitle: { type: 'text', group: 'seo', value: '', label: 'Home page title', visibility: 'keyed', maximum: 120 },
  homeKeywords: { type: 'text', group: 'seo', value: '', label: 'Home page keywords', visibility: 'keyed', maximum: 300 },
  homeDescription: {
    type: 'long-text',
    group: 'seo',
    value: 'Photos, videos, messages and live streams, straight from the creators you choose.',
    label: 'Home page description',
    visibility: 'keyed',
    maximum: 300,
  },
  footerContent: {
    type: 'long-text',
    group: 'texts',
    value: '',
    label: 'Footer text',
    visibility: 'keyed',
    maximum: 1000,
  },
  userBenefit: {
    type: 'long-text',
    group: 'texts',
    value: 'Follow and support the people you admire, and hear from them first.',
    label: 'Benefits for fans',
    visibility: 'keyed',
    maximum: 1000,
  },
  performerBenefit: {
    type: 'long-text',
    group: 'texts',
    value: 'Your own profile, your prices, and you keep most of every sale.',
    label: 'Benefits for creators',
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
