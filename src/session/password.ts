/** Prepares typed passwords for requests. */
import type { PublicSettings } from '@contract/kernel/entities';
import { passwordOf } from '@contract/kernel/values/text';

type Settings = Pick<PublicSettings, 'hashPasswordOnClient'>;

/** A new password as typed, or its hex SHA-256 on a site with `hashPasswordOnClient`. */
export async function passwordToSend(password: string, settings: Settings): Promise<string> {
  if (!settings.hashPasswordOnClient) return password;
  const { sha256 } = await import('@web/lib/files/sha-256');
  return sha256(passwordOf(password));
}

/**
 * The same for the current password, which the server compares. Hashes of older accounts may be of the text as typed: where that differs
 * from its normalized form, its digest is appended.
 */
export async function currentPasswordToSend(password: string, settings: Settings): Promise<string> {
  const sent = await passwordToSend(password, settings);
  if (!settings.hashPasswordOnClient || passwordOf(password) === password) return sent;
  const { sha256 } = await import('@web/lib/files/sha-256');
  return sent + sha256(password);
}
