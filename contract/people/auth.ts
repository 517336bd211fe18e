/** Signing in, registering, sessions and the links that mails carry. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { SessionInfo, SignedIn } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { DeviceToken, StepCode } from './two-factor';
import {
  Attribute,
  Country,
  Day,
  Email,
  IdParam,
  Instant,
  KeyAnswer,
  Language,
  Login,
  Name,
  Password,
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
  name: Name.optional(),
  firstName: Name.optional(),
  lastName: Name.optional(),
  phone: Phone.optional(),
  recaptchaToken: Captcha,
});

/** A session only where the new account is signed in at once. */
const Registered = z.object({
  registered: z.literal(true),
  emailVerification: z.object({ required: z.boolean(), sent: z.boolean() }),
  token: z.string().nullable(),
  expiresAt: Instant.nullable(),
});

export default endpoints({
  'POST /auth/login': {
    does: 'Sign in with a username or an e-mail address.',
    access: 'anyone',
    body: z
      .object({
        username: Login.optional(),
        email: Login.optional(),
        password: PresentPassword,
        remember: z.boolean().default(false),
        deviceToken: DeviceToken,
      })
      .refine((body) => body.username ?? body.email, { path: ['username'], message: 'Enter your username or e-mail address.' }),
    answer: SignedIn,
    mayContinue: true,
    fails: ['invalid_credentials', 'account_suspended', 'email_not_verified'],
    alwaysOpen: true,
  },
  'POST /auth/twitter/login': {
    does: 'Begin a sign-in with Twitter: where to send the browser, and the two tokens to keep for the way back.',
    access: 'anyone',
    body: z.object({ callbackUrl: z.url().max(500) }),
    answer: z.object({ url: z.string(), oauthToken: z.string(), oauthTokenSecret: z.string() }),
    fails: ['callback_not_allowed', 'provider_disabled'],
    alwaysOpen: true,
  },
  'POST /auth/twitter/callback': {
    does: 'Finish a sign-in with Twitter.',
    access: 'anyone',
    body: z.object({
      oauthToken: Secret,
      oauthTokenSecret: Secret,
      oauthVerifier: Secret,
      role: Role.default('user'),
      remember: z.boolean().default(false),
      deviceToken: DeviceToken,
    }),
    answer: SignedIn,
    mayContinue: true,
    fails: ['social_login_failed', 'provider_disabled', 'account_suspended'],
    alwaysOpen: true,
  },
  'POST /auth/google/start': {
    does: 'Begin a sign-in with Google: where to send the browser. It keeps the state, the nonce and the verifier behind the challenge to itself.',
    access: 'anyone',
    body: z.object({ redirectUri: z.url().max(500), state: Secret, nonce: Secret, codeChallenge: z.string().length(43) }),
    answer: z.object({ url: z.string() }),
    fails: ['callback_not_allowed', 'provider_disabled'],
    alwaysOpen: true,
  },
  'POST /auth/google/login': {
    does: "Sign in with Google's own token of identity.",
    access: 'anyone',
    body: z.object({
      tokenId: z.string().min(1).max(8000),
      nonce: Secret,
      role: Role.default('user'),
      remember: z.boolean().default(false),
      deviceToken: DeviceToken,
    }),
    answer: SignedIn,
    mayContinue: true,
    fails: ['social_login_failed', 'provider_disabled', 'account_suspended'],
    alwaysOpen: true,
  },
  'POST /auth/google/token': {
    does: "Sign in with Google's code, which the host exchanges.",
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
    answer: SignedIn,
    mayContinue: true,
    fails: ['social_login_failed', 'provider_disabled', 'callback_not_allowed', 'account_suspended'],
    alwaysOpen: true,
  },
  'POST /auth/email-verification': {
    does: 'Send the link that confirms an address again: to the own account, or to the address named. Always the same answer.',
    access: 'anyone',
    body: z.object({ email: Email.optional() }),
    answer: z.object({ sent: z.literal(true) }),
    rate: 'verification',
  },
  'POST /auth/email-verification/confirm': {
    does: 'Confirm an address with the token of the mail.',
    access: 'anyone',
    body: z.object({ token: Secret }),
    answer: z.object({ isEmailVerified: z.literal(true) }),
    fails: ['link_invalid', 'email_taken'],
  },
  'PUT /auth/users/me/password': {
    does: 'Change the own password, or set the first one. Every other session ends.',
    access: 'member',
    body: z.object({ password: Password, currentPassword: PresentPassword.optional(), source: Role.optional() }),
    answer: z.object({ updated: z.literal(true) }),
    fails: ['wrong_password', 'password_too_common', 'wrong_account_kind', 'reauthentication_required'],
    rate: 'signInName',
  },
  'POST /auth/users/forgot': {
    does: 'Ask for a link that sets a new password. Always the same answer, in the same time.',
    access: 'anyone',
    body: z.object({ email: Email, recaptchaToken: Captcha }),
    answer: z.object({ sent: z.literal(true) }),
    fails: ['captcha_failed'],
    rate: 'forgot',
  },
  'POST /auth/password-reset': {
    does: 'Set a new password with the token of the mail. Every session ends.',
    access: 'anyone',
    body: z.object({ token: Secret, password: Password }),
    answer: z.object({ updated: z.literal(true) }),
    fails: ['link_invalid', 'password_too_common'],
  },
  'POST /auth/email-restore': {
    does: 'Give an account its former address back with the token of the mail that went there, and set a new password. Every session, passkey and sign-in with another site ends.',
    access: 'anyone',
    body: z.object({ token: Secret, password: Password }),
    answer: z.object({ restored: z.literal(true) }),
    fails: ['link_invalid', 'email_taken', 'password_too_common'],
  },
  'POST /auth/users/register': {
    does: 'Register as a fan.',
    access: 'anyone',
    body: Registration.extend({ username: Username.optional(), gender: Attribute('gender').optional(), country: Country.optional() }),
    answer: Registered,
    fails: ['username_taken', 'email_taken', 'username_reserved', 'country_unknown', 'password_too_common', 'captcha_failed'],
    rate: 'register',
  },
  'POST /auth/performers/register': {
    does: 'Register as a performer, with two documents that prove who they are.',
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
    answer: Registered.extend({ verification: z.literal('pending') }),
    fails: [
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
    rate: 'register',
  },
  'GET /auth/username': {
    does: 'Whether a username can be had, with proposals where it cannot.',
    access: 'anyone',
    query: z.object({ username: z.string().max(100) }),
    answer: z.object({
      isAvailable: z.boolean(),
      reason: z.enum(['username_taken', 'username_reserved', 'invalid_request']).nullable(),
      proposals: z.array(z.string()),
    }),
    rate: 'search',
  },
  'POST /auth/logout': {
    does: 'End this session.',
    access: 'member',
    helper: 'any',
    answer: z.object({ ended: z.literal(true) }),
    beforeSecondStep: true,
    whileDeleting: true,
    alwaysOpen: true,
  },
  'GET /auth/sessions': {
    does: 'The own sessions, this one first.',
    access: 'member',
    answer: z.array(SessionInfo),
  },
  'DELETE /auth/sessions/:id': {
    does: 'End one of the own sessions.',
    access: 'member',
    params: IdParam,
    answer: z.object({ ended: z.number() }),
    fails: ['session_not_found'],
  },
  'DELETE /auth/sessions': {
    does: 'End all own sessions but this one.',
    access: 'member',
    answer: z.object({ ended: z.number() }),
  },
  'POST /auth/reauthenticate': {
    does: 'Prove again who is there, before a sensitive change: with the password, a code of the second step, or a passkey.',
    access: 'member',
    body: z
      .object({ password: PresentPassword.optional(), code: StepCode.optional(), passkey: KeyAnswer.optional() })
      .refine((body) => [body.password, body.code, body.passkey].filter((proof) => proof !== undefined).length === 1, {
        path: ['password'],
        message: 'Give one proof: your password, a code, or a passkey.',
      }),
    answer: z.object({ until: Instant }),
    fails: ['wrong_password', 'code_invalid'],
    rate: 'signInName',
    beforeSecondStep: true,
  },
});
