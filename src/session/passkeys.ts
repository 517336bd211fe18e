/** Creates and uses passkeys. The WebAuthn library is loaded on demand. */
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import type { BodyOf } from '@web/services/call';
import { serializeError } from '@web/services/serialized-error';
import type { SerializedError } from '@web/services/serialized-error';

type PasskeyRegistration = BodyOf<'POST /auth/passkeys'>['answer'];
type PasskeyAssertion = BodyOf<'POST /auth/passkeys/login'>['answer'];

/** A failure of the browser or device, with a message for the screen. Server errors are not converted to it. */
class PasskeyFailure extends Error {
  override name = 'PasskeyFailure';
}

const reasons = {
  none: 'Passkeys aren’t available here. Try another browser or a secure (HTTPS) address.',
  stopped: 'Passkey request canceled or timed out. Try again.',
  existing: 'This device already has a passkey for your account.',
};

function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new PasskeyFailure(reasons.existing);
  return new PasskeyFailure(name === 'SecurityError' || name === 'NotSupportedError' ? reasons.none : reasons.stopped);
}

async function loadWebAuthn() {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new PasskeyFailure(reasons.none);
  return library;
}

/** Creates a passkey on this device. Rejects with `PasskeyFailure`, or with the server's error. */
export async function createPasskey(): Promise<PasskeyRegistration> {
  const { startRegistration } = await loadWebAuthn();
  const options = await services.passkeys['POST /auth/passkeys/options']();
  try {
    return await startRegistration({ optionsJSON: options as never });
  } catch (error) {
    throw failureOf(error);
  }
}

/** Signs the server's challenge with a passkey of this site. Rejects with `PasskeyFailure`, or with the server's error. */
export async function getPasskeyAssertion(): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadWebAuthn();
  const options = await services.passkeys['POST /auth/passkeys/login-options']();
  try {
    return await startAuthentication({ optionsJSON: options as never });
  } catch (error) {
    throw failureOf(error);
  }
}

/** The error for the screen: the message of the device or the server, or `fallbackMessage`. */
export const passkeyError = (thrown: unknown, fallbackMessage: string = messages.anyFailure): SerializedError =>
  serializeError(thrown, thrown instanceof PasskeyFailure ? thrown.message : fallbackMessage);
