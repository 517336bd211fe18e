/** Sign-in, registration, sessions and mailed links. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { SessionInfo, SignedIn } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { DeviceToken, TwoFactorCode } from './two-factor';
import {
  Attribute,
  Country,
  Day,
  Email,
  IdParam,
  Instant,
  PasskeyAssertion,
  Language,
  Login,
  Name,
  Password,
  PersonName,
  Phone,
  PresentPassword,
  Secret,
  Text,
  Username,
  repeated,
} from '../kernel/shapes';

const Role = z.enum(['user', 'performer']);
const Captcha = Secret.optional();

const Registration = z.object({
  email: Email,
  password: Password,
  name: PersonName.optional(),
  firstName: PersonName.optional(),
  lastName: PersonName.optional(),
  phone: Phone.optional(),
  recaptchaToken: Captcha,
});

/** Contains a session only if the new account is signed in immediately. */
const Registered = z.object({
  registered: z.literal(true),
  emailVerification: z.object({ required: z.boolean(), sent: z.boolean() }),
  token: z.string().nullable(),
  expiresAt: Instant.nullable(),
});

export default endpoints({
  'POST /auth/login': {
    summary: 'Sign in with a username or an email address.',
    access: 'anyone',
    body: z
      .object({
        username: Login.optional(),
        email: Login.optional(),
        password: PresentPassword,
        remember: z.boolean().default(false),
        deviceToken: DeviceToken,
      })
      .refine((body) => body.username ?? body.email, { path: ['username'], message: 'Enter your username or email address.' }),
    response: SignedIn,
    mayRespond202: true,
    errors: ['invalid_credentials', 'account_suspended', 'email_not_verified'],
    duringMaintenance: true,
  },
  'POST /auth/twitter/login': {
    summary: 'Begin a sign-in with Twitter. Returns where to send the browser and the two tokens to store for the callback.',
    access: 'anyone',
    body: z.object({ callbackUrl: z.url().max(500) }),
    response: z.object({ url: z.string(), oauthToken: z.string(), oauthTokenSecret: z.string() }),
    errors: ['callback_not_allowed', 'provider_disabled'],
    duringMaintenance: true,
  },
  'POST /auth/twitter/callback': {
    summary: 'Finish a sign-in with Twitter.',
    access: 'anyone',
    body: z.object({
      oauthToken: Secret,
      oauthTokenSecret: Secret,
      oauthVerifier: Secret,
      role: Role.default('user'),
      remember: z.boolean().default(false),
      deviceToken: DeviceToken,
    }),
    response: SignedIn,
    mayRespond202: true,
    errors: ['social_login_failed', 'provider_disabled', 'account_suspended'],
    duringMaintenance: true,
  },
  'POST /auth/google/start': {
    summary: 'Begin a sign-in with Google. Returns where to send the browser. The state, nonce and code verifier stay in the browser.',
    access: 'anyone',
    body: z.object({ redirectUri: z.url().max(500), state: Secret, nonce: Secret, codeChallenge: z.string().length(43) }),
    response: z.object({ url: z.string() }),
    errors: ['callback_not_allowed', 'provider_disabled'],
    duringMaintenance: true,
  },
  'POST /auth/google/login': {
    summary: 'Sign in with a Google ID token.',
    access: 'anyone',
    body: z.object({
      tokenId: z.string().min(1).max(8000),
      nonce: Secret,
      role: Role.default('user'),
      remember: z.boolean().default(false),
      deviceToken: DeviceToken,
    }),
    response: SignedIn,
    mayRespond202: true,
    errors: ['social_login_failed', 'provider_disabled', 'account_suspended'],
    duringMaintenance: true,
  },
  'POST /auth/google/token': {
    summary: 'Sign in with a Google authorization code, which the server exchanges.',
    access: 'anyone',
    body: z.object({
      code: Secret,
      redirectUri: z.url().max(500),
      codeVerifier: z.string().min(43).max(128),
      nonce: Secret,
      role: Role.default('user'),
      remember: z.boolean().default(false),
      deviceToken: DeviceToken,
    }),
    response: SignedIn,
    mayRespond202: true,
    errors: ['social_login_failed', 'provider_disabled', 'callback_not_allowed', 'account_suspended'],
    duringMaintenance: true,
  },
  'POST /auth/email-verification': {
    summary:
      "Resend the link that confirms an email address: to the caller's account or to the given address. The response is always the same.",
    access: 'anyone',
    body: z.object({ email: Email.optional() }),
    response: z.object({ sent: z.literal(true) }),
    rateLimit: 'verification',
  },
  'POST /auth/email-verification/confirm': {
    summary: 'Confirm an email address with the token from the email.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    response: z.object({ isEmailVerified: z.literal(true) }),
    errors: ['link_invalid', 'email_taken'],
  },
  'PUT /auth/users/me/password': {
    summary: "Change the caller's password, or set the first one. All other sessions end.",
    access: 'member',
    body: z.object({ password: Password, currentPassword: PresentPassword.optional(), source: Role.optional() }),
    response: z.object({ updated: z.literal(true) }),
    errors: ['wrong_password', 'password_too_common', 'wrong_account_kind', 'reauthentication_required'],
    rateLimit: 'signInName',
  },
  'POST /auth/users/forgot': {
    summary: 'Request a link for setting a new password. The response and its timing are always the same.',
    access: 'anyone',
    body: z.object({ email: Email, recaptchaToken: Captcha }),
    response: z.object({ sent: z.literal(true) }),
    errors: ['captcha_failed'],
    rateLimit: 'forgot',
  },
  'POST /auth/password-reset': {
    summary: 'Set a new password with the token from the email. All sessions end.',
    access: 'anyone',
    body: z.object({ token: Secret, password: Password }),
    response: z.object({ updated: z.literal(true) }),
    errors: ['link_invalid', 'password_too_common'],
  },
  'POST /auth/email-restore': {
    summary:
      'Restore the previous email address of an account with the token sent to that address, and set a new password. All sessions end, and all passkeys and connected logins are removed.',
    access: 'anyone',
    body: z.object({ token: Secret, password: Password }),
    response: z.object({ restored: z.literal(true) }),
    errors: ['link_invalid', 'email_taken', 'password_too_common'],
  },
  'POST /auth/users/register': {
    summary: 'Register as a fan.',
    access: 'anyone',
    body: Registration.extend({ username: Username.optional(), gender: Attribute('gender').optional(), country: Country.optional() }),
    response: Registered,
    errors: ['username_taken', 'email_taken', 'username_reserved', 'country_unknown', 'password_too_common', 'captcha_failed'],
    rateLimit: 'register',
  },
  'POST /auth/performers/register': {
    summary: 'Register as a performer, with two identity documents.',
    access: 'anyone',
    files: { idVerification: { kind: 'document', required: false }, documentVerification: { kind: 'document', required: false } },
    body: Registration.extend({
      username: Username,
      dateOfBirth: Day,
      gender: Attribute('gender'),
      country: Country,
      bio: Text(limits.bioLengthMax).optional(),
      city: Name.optional(),
      languages: repeated(Language, limits.languagesMax),
    }),
    response: Registered.extend({ verification: z.literal('pending') }),
    errors: [
      'username_taken',
      'email_taken',
      'username_reserved',
      'country_unknown',
      'password_too_common',
      'captcha_failed',
      'document_required',
      'under_age',
      'file_unreadable',
    ],
    rateLimit: 'register',
  },
  'GET /auth/username': {
    summary: 'Whether a username is available, with suggestions if it is not.',
    access: 'anyone',
    query: z.object({ username: z.string().max(100) }),
    response: z.object({
      isAvailable: z.boolean(),
      reason: z.enum(['username_taken', 'username_reserved', 'invalid_request']).nullable(),
      proposals: z.array(z.string()),
    }),
    rateLimit: 'search',
  },
  'POST /auth/logout': {
    summary: 'End the current session.',
    access: 'member',
    delegate: 'any',
    response: z.object({ ended: z.literal(true) }),
    beforeTwoFactorSetup: true,
    whileDeleting: true,
    duringMaintenance: true,
  },
  'GET /auth/sessions': {
    summary: "The caller's sessions, the current one first.",
    access: 'member',
    response: z.array(SessionInfo),
  },
  'DELETE /auth/sessions/:id': {
    summary: "End one of the caller's sessions.",
    access: 'member',
    params: IdParam,
    response: z.object({ ended: z.number() }),
    errors: ['session_not_found'],
  },
  'DELETE /auth/sessions': {
    summary: "End all of the caller's sessions except the current one.",
    access: 'member',
    response: z.object({ ended: z.number() }),
  },
  'POST /auth/reauthenticate': {
    summary: 'Reauthenticate before a sensitive change: with the password, a two-factor code, or a passkey.',
    access: 'member',
    body: z
      .object({ password: PresentPassword.optional(), code: TwoFactorCode.optional(), passkey: PasskeyAssertion.optional() })
      .refine((body) => [body.password, body.code, body.passkey].filter((proof) => proof !== undefined).length === 1, {
        path: ['password'],
        message: 'Confirm with either your password, a code or a passkey.',
      }),
    response: z.object({ until: Instant }),
    errors: ['wrong_password', 'code_invalid'],
    rateLimit: 'signInName',
    beforeTwoFactorSetup: true,
  },
});
