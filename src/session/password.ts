/** What leaves the browser for a typed password. */
import type { PublicSettings } from '@contract/entities';

/** The password itself, or its hex SHA-256 on a site that wants digests only. */
export async function passwordToSend(password: string, settings: Pick<PublicSettings, 'hashPasswordOnClient'>): Promise<string> {
  if (!settings.hashPasswordOnClient) return password;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
