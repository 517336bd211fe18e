/** Passkeys (WebAuthn): a key that a device keeps and opens with a finger, a face or a PIN. It counts as both steps of a sign-in. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Session } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { KeyAnswer, Id, IdParam, Instant, Name } from '../kernel/shapes';

const Bytes = z.base64url().min(1).max(limits.passkeys.answerLengthMax);

/** What a device answers that has made a key. Fields that nobody reads are dropped. */
const NewKey = z.object({
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
/** Options of the standard in JSON, for the browser to hand on as they are. */
const Options = z.record(z.string(), z.unknown());

export default endpoints({
  'GET /auth/passkeys': {
    does: 'The own passkeys, the newest first.',
    access: 'member',
    answer: z.array(Passkey),
  },
  'POST /auth/passkeys/options': {
    does: 'Begin a new passkey: what the browser asks the device for.',
    access: 'member',
    answer: Options,
    fails: ['reauthentication_required', 'passkey_limit'],
  },
  'POST /auth/passkeys': {
    does: 'Keep the passkey that a device has made.',
    access: 'member',
    body: z.object({ name: Name, answer: NewKey }),
    answer: Passkey,
    fails: ['reauthentication_required', 'passkey_invalid', 'passkey_limit'],
  },
  'PUT /auth/passkeys/:id': {
    does: 'Give a passkey another name.',
    access: 'member',
    params: IdParam,
    body: z.object({ name: Name }),
    answer: Passkey,
    fails: ['passkey_not_found'],
  },
  'DELETE /auth/passkeys/:id': {
    does: 'Remove a passkey.',
    access: 'member',
    params: IdParam,
    answer: z.object({ removed: z.literal(true) }),
    fails: ['reauthentication_required', 'passkey_not_found', 'last_sign_in_way'],
  },
  'POST /auth/passkeys/login-options': {
    does: 'Begin a sign-in, or another proof, with a passkey.',
    access: 'anyone',
    answer: Options,
    rate: 'passkeyOptions',
    alwaysOpen: true,
    beforeSecondStep: true,
  },
  'POST /auth/passkeys/login': {
    does: 'Sign in with a passkey; no second step is asked for.',
    access: 'anyone',
    body: z.object({ answer: KeyAnswer, remember: z.boolean().default(false) }),
    answer: Session,
    fails: ['invalid_credentials', 'account_suspended'],
    alwaysOpen: true,
  },
});
