/** Verification of WebAuthn responses: the RP id and origin must be the site's, the challenge issued here, and the user verified. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/kernel/endpoint';
import type { PasskeyAssertion as AssertionSchema } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { passkeys } from '../../platform/db/schema/passkeys';
import { consumeChallenge } from './challenges';

export type PasskeyResponse = z.output<typeof AssertionSchema>;
type RegistrationResponse = Parsed<Api['POST /auth/passkeys']>['body']['answer'];
export type PasskeyRow = typeof passkeys.$inferSelect;

/** The WebAuthn RP id: the hostname of the site, without scheme and port. */
export const relyingPartyIdOf = ({ config }: Pick<Context, 'config'>): string => new URL(config.siteUrl).hostname;
const originOf = ({ config }: Pick<Context, 'config'>): string => new URL(config.siteUrl).origin;

/** Returns null for an unverified response. The library throws on malformed ones, which count as unverified. */
async function verify<T extends { verified: boolean }>(ctx: Context, check: () => Promise<T>): Promise<T | null> {
  try {
    const result = await check();
    return result.verified ? result : null;
  } catch (error) {
    ctx.log.debug({ err: error }, 'a WebAuthn response was not verified');
    return null;
  }
}

/** The credential in a registration response, or null if the response is invalid. The challenge is consumed in both cases. */
export async function verifyRegistration(ctx: Context, accountId: string, { type, ...registration }: RegistrationResponse) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await verify(ctx, () =>
    verifyRegistrationResponse({
      response: {
        type,
        id: registration.id,
        rawId: registration.rawId,
        clientExtensionResults: {},
        response: { clientDataJSON: registration.response.clientDataJSON, attestationObject: registration.response.attestationObject },
      },
      expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, accountId),
      expectedOrigin: originOf(ctx),
      expectedRPID: relyingPartyIdOf(ctx),
      requireUserVerification: true,
    }),
  );
  if (!result?.registrationInfo) return null;
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: registration.response.transports ?? [],
  };
}

/** The passkey of a verified assertion, or null if the assertion is invalid or the passkey unknown. Records its use. */
export async function verifyPasskey(ctx: Context, { response, ...credential }: PasskeyResponse): Promise<PasskeyRow | null> {
  const [key] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, credential.id));
  if (!key) return null;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await verify(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...credential, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: (challenge) => consumeChallenge(ctx, challenge, null),
      expectedOrigin: originOf(ctx),
      expectedRPID: relyingPartyIdOf(ctx),
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')), counter: key.counter },
    }),
  );
  if (!result) return null;
  const counter = result.authenticationInfo.newCounter;
  const updated = await ctx.db.update(passkeys).set({ counter, lastUsedAt: ctx.clock.now() }).where(eq(passkeys.id, key.id)).returning();
  // Null if the passkey was removed concurrently.
  return updated[0] ?? null;
}
