/** Asking this device for a passkey. The library comes when somebody asks. */
import { messages } from '@contract/kernel/errors';
import { services } from '@web/services/services';
import type { BodyOf } from '@web/services/call';
import { problemOf } from './problem';
import type { Problem } from './problem';

type NewKey = BodyOf<'POST /auth/passkeys'>['answer'];
export type KeyProof = BodyOf<'POST /auth/passkeys/login'>['answer'];

/** Why a device gave no passkey, in words for the screen. A refusal of the host is none of these. */
class NoPasskey extends Error {
  override name = 'NoPasskey';
}

const words = {
  none: 'This browser cannot use passkeys here. They need a secure connection and a site with a name.',
  stopped: 'Nothing was chosen, or the device took too long. Try again when you are ready.',
  known: 'This device has a passkey for your account already.',
};

function reasonOf(error: unknown): NoPasskey {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new NoPasskey(words.known);
  return new NoPasskey(name === 'SecurityError' || name === 'NotSupportedError' ? words.none : words.stopped);
}

async function browserKeys() {
  const library = await import('@simplewebauthn/browser');
  if (!library.browserSupportsWebAuthn()) throw new NoPasskey(words.none);
  return library;
}

/** Has the device make a key. Rejects with `NoPasskey`, or with the host's refusal. */
export async function makePasskey(): Promise<NewKey> {
  const { startRegistration } = await browserKeys();
  const options = await services.passkeys['POST /auth/passkeys/options']();
  try {
    return await startRegistration({ optionsJSON: options as never });
  } catch (error) {
    throw reasonOf(error);
  }
}

/** Has the device prove a key that it keeps for this site. Rejects with `NoPasskey`, or with the host's refusal. */
export async function provePasskey(): Promise<KeyProof> {
  const { startAuthentication } = await browserKeys();
  const options = await services.passkeys['POST /auth/passkeys/login-options']();
  try {
    return await startAuthentication({ optionsJSON: options as never });
  } catch (error) {
    throw reasonOf(error);
  }
}

/** A failure with its sentence: the device's, the host's, or `otherwise`. */
export const passkeyProblem = (thrown: unknown, otherwise: string = messages.anyFailure): Problem =>
  problemOf(thrown, thrown instanceof NoPasskey ? thrown.message : otherwise);
