/** What devices answer, checked: by the site's own name and origin, for a question that was asked, with the person herself present. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed } from '@contract/endpoint';
import type { KeyAnswer as KeyAnswerSchema } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { passkeys } from '../../platform/db/schema/schema';
import { spendChallenge } from './challenges';

export type KeyAnswer = z.output<typeof KeyAnswerSchema>;
type NewKey = Parsed<Api['POST /auth/passkeys']>['body']['answer'];
export type PasskeyRow = typeof passkeys.$inferSelect;

/** The name under which devices keep keys of this site: where people open it, without scheme and port. */
export const siteNameOf = ({ config }: Pick<Context, 'config'>): string => new URL(config.siteUrl).hostname;
const originOf = ({ config }: Pick<Context, 'config'>): string => new URL(config.siteUrl).origin;

/** The library throws at whatever is not as the standard has it: to the host these are all wrong answers. */
async function checked<T extends { verified: boolean }>(ctx: Context, check: () => Promise<T>): Promise<T | null> {
  try {
    const result = await check();
    return result.verified ? result : null;
  } catch (error) {
    ctx.log.debug({ err: error }, 'a device gave a wrong answer');
    return null;
  }
}

/** The key in a device's answer, or null when the answer is wrong. The question is used up either way. */
export async function keyIn(ctx: Context, accountId: string, { type, ...answer }: NewKey) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const result = await checked(ctx, () =>
    verifyRegistrationResponse({
      response: {
        ...{ type, id: answer.id, rawId: answer.rawId, clientExtensionResults: {} },
        response: { clientDataJSON: answer.response.clientDataJSON, attestationObject: answer.response.attestationObject },
      },
      expectedChallenge: (challenge) => spendChallenge(ctx, challenge, accountId),
      expectedOrigin: originOf(ctx),
      expectedRPID: siteNameOf(ctx),
      requireUserVerification: true,
    }),
  );
  if (!result?.registrationInfo) return null;
  const { credential } = result.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: answer.response.transports ?? [],
  };
}

/** The passkey that a device has proved, or null when the answer is wrong or the key is unknown. Notes its use. */
export async function provedKey(ctx: Context, { response, ...answer }: KeyAnswer): Promise<PasskeyRow | null> {
  const [key] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (!key) return null;
  const { clientDataJSON, authenticatorData, signature } = response;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const result = await checked(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...answer, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
      expectedChallenge: (challenge) => spendChallenge(ctx, challenge, null),
      expectedOrigin: originOf(ctx),
      expectedRPID: siteNameOf(ctx),
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')), counter: key.counter },
    }),
  );
  if (!result) return null;
  const counter = result.authenticationInfo.newCounter;
  const noted = await ctx.db.update(passkeys).set({ counter, lastUsedAt: ctx.clock.now() }).where(eq(passkeys.id, key.id)).returning();
  // It may have been removed meanwhile.
  return noted[0] ?? null;
}
