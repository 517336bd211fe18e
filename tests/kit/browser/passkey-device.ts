/** A virtual authenticator of the browser for passkeys, which confirms every request. */
import type { Visitor } from './visitor';

export interface PasskeyDevice {
  /** How many passkeys it stores. */
  count(): Promise<number>;
}

/** Gives the visitor's page a virtual authenticator; it stays with the tab, whichever account is logged in. */
export async function addPasskeyDevice({ context, page }: Visitor): Promise<PasskeyDevice> {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
