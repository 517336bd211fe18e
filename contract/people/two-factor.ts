/** Two-factor authentication: codes of an authenticator app, recovery codes, and trusted devices that skip the second factor. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Session } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Id, IdParam, Instant, PasskeyAssertion, Secret } from '../kernel/shapes';

/** Six digits of the app, or a recovery code with or without its dash. */
export const TwoFactorCode = z.string().trim().min(limits.twoFactor.digits).max(limits.twoFactor.codeLengthMax);
/** Proves that this browser was trusted before, possibly by another account. */
export const DeviceToken = Secret.optional();

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A device on which the second factor is skipped until it expires. */
const TrustedDevice = z.object({
  _id: Id,
  device: z.string(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant,
  expiresAt: Instant,
});

export default endpoints({
  'GET /auth/two-factor': {
    summary: "The caller's two-factor status and trusted devices.",
    access: 'member',
    response: z.object({
      isOn: z.boolean(),
      since: Instant.nullable(),
      recoveryCodesLeft: z.number(),
      devices: z.array(TrustedDevice),
    }),
    beforeTwoFactorSetup: true,
  },
  'POST /auth/two-factor/setup': {
    summary: 'Create a secret for an authenticator app. Codes are not required at sign-in until one has confirmed it.',
    access: 'member',
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['reauthentication_required', 'two_factor_on'],
    beforeTwoFactorSetup: true,
  },
  'POST /auth/two-factor/enable': {
    summary:
      'Enable two-factor authentication with a code from the app. All other sessions end. The recovery codes are returned only once.',
    access: 'member',
    body: z.object({ code: TwoFactorCode }),
    response: RecoveryCodes,
    errors: ['reauthentication_required', 'code_invalid', 'two_factor_on', 'two_factor_off'],
    beforeTwoFactorSetup: true,
  },
  'POST /auth/two-factor/disable': {
    summary: 'Disable two-factor authentication with a code from the app or a recovery code.',
    access: 'member',
    body: z.object({ code: TwoFactorCode }),
    response: z.object({ enabled: z.literal(false) }),
    errors: ['reauthentication_required', 'code_invalid', 'two_factor_off'],
  },
  'POST /auth/two-factor/recovery-codes': {
    summary: 'Create new recovery codes. The earlier ones stop working. Requires recent verification of the second factor.',
    access: 'member',
    response: RecoveryCodes,
    errors: ['reauthentication_required', 'two_factor_off'],
  },
  'POST /auth/two-factor/login': {
    summary: 'Complete a sign-in with its second factor: a code from the app, a recovery code, or a passkey. Each works once.',
    access: 'anyone',
    body: z
      .object({
        ticket: Secret,
        code: TwoFactorCode.optional(),
        passkey: PasskeyAssertion.optional(),
        rememberDevice: z.boolean().default(false),
        deviceToken: DeviceToken,
      })
      .refine((body) => (body.code === undefined) !== (body.passkey === undefined), { path: ['code'], message: 'Enter a code.' }),
    response: Session.extend({
      /** If the device is remembered: the token for its next sign-in. */
      deviceToken: z.string().nullable(),
      /** How many recovery codes are left, if one was used. */
      recoveryCodesLeft: z.number().nullable(),
    }),
    errors: ['code_invalid', 'link_invalid', 'account_suspended'],
    duringMaintenance: true,
  },
  'DELETE /auth/two-factor/devices/:id': {
    summary: 'Remove a trusted device. It will need the second factor again.',
    access: 'member',
    params: IdParam,
    response: z.object({ removed: z.literal(true) }),
    errors: ['device_not_found'],
  },
});
