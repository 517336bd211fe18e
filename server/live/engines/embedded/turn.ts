/** Relays for browsers that reach no other way: credentials for a while, as coturn's `use-auth-secret` knows them. */
import { createHmac } from 'node:crypto';
import type { IceServer } from '../../../streaming/engine';

export interface Turn {
  urls: string[];
  secret: string;
}

/** The relays, for one person until `until`; none without `turn`. */
export function iceServersFor(turn: Turn | null, identity: string, until: Date): IceServer[] {
  if (!turn) return [];
  const username = `${Math.floor(until.getTime() / 1000)}:${identity}`;
  return [{ urls: turn.urls, username, credential: createHmac('sha1', turn.secret).update(username).digest('base64') }];
}
