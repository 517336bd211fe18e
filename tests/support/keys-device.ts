/** A device of somebody's that keeps passkeys: the browser's own, which says yes whenever it is asked. */
import type { Visitor } from './visitor';

export interface KeysDevice {
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

/** Gives the visitor's page such a device; it stays with the tab, whoever is logged in. */
export async function giveKeysDevice({ context, page }: Visitor): Promise<KeysDevice> {
  const line = await context.newCDPSession(page);
  await line.send('WebAuthn.enable');
  const { authenticatorId } = await line.send('WebAuthn.addVirtualAuthenticator', {
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
    count: async () => (await line.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
