/** WHIP (RFC 9725) and WHEP: one offer by POST, one answer, and a DELETE at the end. */
import { services } from '@web/services/services';
import { ApiError } from '@web/services/api-error';
import { CredentialsRejected } from './engine-client';

/** Candidates gathered within this time are sent with the offer. On most networks these are all. */
const gathering_ms = 500;
const requestTimeout_ms = 4_000;

export type Direction = 'whip' | 'whep';

/** A session at the engine. Its resource URL identifies it. */
export interface WhipSession {
  direction: Direction;
  params: { streamId: string; resourceId: string };
  token: string;
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gathering_ms);
    const check = (): void => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    };
    connection.addEventListener('icegatheringstatechange', check);
    check();
  });
}

const optionsOf = (token: string) => ({ token: `Bearer ${token}`, signal: AbortSignal.timeout(requestTimeout_ms) });

/** 408 and 429 may succeed later. Every other client error is about the token or the room. */
const isRejection = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

const lastPart = (path: string): string => path.split('/').at(-1) ?? '';

/** Posts the offer to `url`, the WHIP or WHEP endpoint of a room, and applies the answer. @throws CredentialsRejected */
export async function exchange(connection: RTCPeerConnection, direction: Direction, url: string, token: string): Promise<WhipSession> {
  await connection.setLocalDescription(await connection.createOffer());
  await gathered(connection);
  const streamId = lastPart(new URL(url).pathname);
  const offer = { params: { streamId }, sdp: connection.localDescription?.sdp ?? '' };
  const { sdp, location } = await services.streaming[`POST /streaming/${direction}/:streamId`](offer, optionsOf(token)).catch(
    (error: unknown) => {
      if (error instanceof ApiError && isRejection(error.statusCode)) throw new CredentialsRejected(`answered ${error.statusCode}`);
      throw error;
    },
  );
  const session = { direction, params: { streamId, resourceId: lastPart(location) }, token };
  try {
    await connection.setRemoteDescription({ type: 'answer', sdp });
  } catch (error) {
    await hangUp(session);
    throw error;
  }
  return session;
}

/** Ends a session at the engine, also during pagehide. Failures are ignored, such as an already ended session. */
export async function hangUp({ direction, params, token }: WhipSession): Promise<void> {
  const options = { ...optionsOf(token), outlivesPage: true };
  await services.streaming[`DELETE /streaming/${direction}/:streamId/:resourceId`]({ params }, options).catch(() => undefined);
}
