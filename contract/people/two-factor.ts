/** The second step of a sign-in: codes of an authenticator app, recovery codes, and the devices that are not asked for them. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Session } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Id, IdParam, Instant, KeyAnswer, Secret } from '../kernel/shapes';

/** Six digits of the app, or a recovery code with or without its dash. */
export const StepCode = z.string().trim().min(limits.secondStep.digits).max(limits.secondStep.codeLengthMax);
/** Says that this browser was trusted before, perhaps by another account. */
export const DeviceToken = Secret.optional();

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A device on which the second step was given and need not be given again for a while. */
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
    does: 'How the own second step is set up, and the devices that are trusted.',
    access: 'member',
    answer: z.object({
      isOn: z.boolean(),
      since: Instant.nullable(),
      recoveryCodesLeft: z.number(),
      devices: z.array(TrustedDevice),
    }),
    beforeSecondStep: true,
  },
  'POST /auth/two-factor/setup': {
    does: 'Make a new secret for an authenticator app. Nothing is asked for before a code of it has been given.',
    access: 'member',
    answer: z.object({ secret: z.string(), uri: z.string() }),
    fails: ['reauthentication_required', 'two_factor_on'],
    beforeSecondStep: true,
  },
  'POST /auth/two-factor/enable': {
    does: 'Switch the second step on with a code of the app. Every other session ends; the recovery codes are shown this once.',
    access: 'member',
    body: z.object({ code: StepCode }),
    answer: RecoveryCodes,
    fails: ['reauthentication_required', 'code_invalid', 'two_factor_on', 'two_factor_off'],
    beforeSecondStep: true,
  },
  'POST /auth/two-factor/disable': {
    does: 'Switch the second step off with a code of the app or a recovery code.',
    access: 'member',
    body: z.object({ code: StepCode }),
    answer: z.object({ enabled: z.literal(false) }),
    fails: ['reauthentication_required', 'code_invalid', 'two_factor_off'],
  },
  'POST /auth/two-factor/recovery-codes': {
    does: 'Make new recovery codes; the ones before open nothing any more. The second step must have been given a moment ago.',
    access: 'member',
    answer: RecoveryCodes,
    fails: ['reauthentication_required', 'two_factor_off'],
  },
  'POST /auth/two-factor/login': {
    does: 'Finish a sign-in with its second step: a code of the app, a recovery code, or a passkey. Each counts once.',
    access: 'anyone',
    body: z
      .object({
        ticket: Secret,
        code: StepCode.optional(),
        passkey: KeyAnswer.optional(),
        rememberDevice: z.boolean().default(false),
        deviceToken: DeviceToken,
      })
      .refine((body) => (body.code === undefined) !== (body.passkey === undefined), { path: ['code'], message: 'Enter a code.' }),
    answer: Session.extend({
      /** Where the device is to be remembered: what to give with its next sign-in. */
      deviceToken: z.string().nullable(),
      /** How many are left, where one was used. */
      recoveryCodesLeft: z.number().nullable(),
    }),
    fails: ['code_invalid', 'link_invalid', 'account_suspended'],
    alwaysOpen: true,
  },
  'DELETE /auth/two-factor/devices/:id': {
    does: 'Ask a trusted device for the second step again.',
    access: 'member',
    params: IdParam,
    answer: z.object({ removed: z.literal(true) }),
    fails: ['device_not_found'],
  },
});
