/** TURN relays for browsers without a direct path: temporary credentials for coturn's `use-auth-secret`. */
import { createHmac } from 'node:crypto';
import type { IceServer } from '../engine';

export interface Turn {
  urls: string[];
  secret: string;
}

/** The ICE servers with credentials of one person, valid until `until`; none without `turn`. */
export function iceServersFor(turn: Turn | null, identity: string, until: Date): IceServer[] {
  if (!turn) return [];
  const username = `${Math.floor(until.getTime() / 1000)}:${identity}`;
  return [{ urls: turn.urls, username, credential: createHmac('sha1', turn.secret).update(username).digest('base64') }];
}
