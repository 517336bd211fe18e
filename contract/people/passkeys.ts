/** Passkeys (WebAuthn). A passkey counts as both factors of a sign-in. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Session } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { PasskeyAssertion, Id, IdParam, Instant, Name } from '../kernel/shapes';

const Bytes = z.base64url().min(1).max(limits.passkeys.responseValueLengthMax);

/** A WebAuthn registration response. Unused fields are dropped. */
const RegistrationResponse = z.object({
  id: Bytes,
  rawId: Bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

const Passkey = z.object({ _id: Id, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() });
/** WebAuthn options in JSON, which the browser passes on unchanged. */
const Options = z.record(z.string(), z.unknown());

export default endpoints({
  'GET /auth/passkeys': {
    summary: "The caller's passkeys, newest first.",
    access: 'member',
    response: z.array(Passkey),
  },
  'POST /auth/passkeys/options': {
    summary: 'Begin the registration of a passkey. Returns the options for the browser.',
    access: 'member',
    response: Options,
    errors: ['reauthentication_required', 'passkey_limit'],
  },
  'POST /auth/passkeys': {
    summary: 'Store a passkey that a device has created.',
    access: 'member',
    body: z.object({ name: Name, answer: RegistrationResponse }),
    response: Passkey,
    errors: ['reauthentication_required', 'passkey_invalid', 'passkey_limit'],
  },
  'PUT /auth/passkeys/:id': {
    summary: 'Rename a passkey.',
    access: 'member',
    params: IdParam,
    body: z.object({ name: Name }),
    response: Passkey,
    errors: ['passkey_not_found'],
  },
  'DELETE /auth/passkeys/:id': {
    summary: 'Remove a passkey.',
    access: 'member',
    params: IdParam,
    response: z.object({ removed: z.literal(true) }),
    errors: ['reauthentication_required', 'passkey_not_found', 'last_sign_in_way'],
  },
  'POST /auth/passkeys/login-options': {
    summary: 'Begin a sign-in or reauthentication with a passkey.',
    access: 'anyone',
    response: Options,
    rateLimit: 'passkeyOptions',
    duringMaintenance: true,
    beforeTwoFactorSetup: true,
  },
  'POST /auth/passkeys/login': {
    summary: 'Sign in with a passkey. No second factor is required.',
    access: 'anyone',
    body: z.object({ answer: PasskeyAssertion, remember: z.boolean().default(false) }),
    response: Session,
    errors: ['invalid_credentials', 'account_suspended'],
    duringMaintenance: true,
  },
});
