/** What leaves the browser for a typed password. */
import type { PublicSettings } from '@contract/entities';

/** The password itself, or its hex SHA-256 on a site that wants digests only. */
export async function passwordToSend(password: string, settings: Pick<PublicSettings, 'hashPasswordOnClient'>): Promise<string> {
  if (!settings.hashPasswordOnClient) return password;
  const { sha256 } = await import('@web/lib/sha-256');
  return sha256(password);
}
