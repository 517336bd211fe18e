/** Creates and uses passkeys. The WebAuthn library is loaded on demand. */
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import type { BodyOf } from '@web/services/call';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';

type NewKey = BodyOf<'POST /auth/passkeys'>['answer'];
export type KeyProof = BodyOf<'POST /auth/passkeys/login'>['answer'];

/** A failure of the browser or device, with a message for the screen. Server errors are not converted to it. */
class NoPasskey extends Error {
  override name = 'NoPasskey';
}

const reasons = {
  none: 'Passkeys aren’t available here. Try another browser or a secure (HTTPS) address.',
  stopped: 'Passkey request canceled or timed out. Try again.',
  existing: 'This device already has a passkey for your account.',
};

function reasonOf(error: unknown): NoPasskey {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new NoPasskey(reasons.existing);
  return new NoPasskey(name === 'SecurityError' || name === 'NotSupportedError' ? reasons.none : reasons.stopped);
}

async function browserKeys() {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new NoPasskey(reasons.none);
  return library;
}

/** Creates a passkey on this device. Rejects with `NoPasskey`, or with the server's error. */
export async function makePasskey(): Promise<NewKey> {
  const { startRegistration } = await browserKeys();
  const options = await services.passkeys['POST /auth/passkeys/options']();
  try {
    return await startRegistration({ optionsJSON: options as never });
  } catch (error) {
    throw reasonOf(error);
  }
}

/** Signs the challenge with a passkey of this site. Rejects with `NoPasskey`, or with the server's error. */
export async function provePasskey(): Promise<KeyProof> {
  const { startAuthentication } = await browserKeys();
  const options = await services.passkeys['POST /auth/passkeys/login-options']();
  try {
    return await startAuthentication({ optionsJSON: options as never });
  } catch (error) {
    throw reasonOf(error);
  }
}

/** The error for the screen: the message of the device or the server, or `fallbackMessage`. */
export const passkeyError = (thrown: unknown, fallbackMessage: string = messages.anyFailure): SerializedError =>
  serializeError(thrown, thrown instanceof NoPasskey ? thrown.message : fallbackMessage);
