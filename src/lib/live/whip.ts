/** WHIP and WHEP: one offer by POST, one answer, and a DELETE at the end. */
import { NotLetIn } from './engine-client';

/** Candidates that were found by then go with the offer; on most networks all are. */
const gathering_ms = 500;
const answer_ms = 4_000;

function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gathering_ms);
    const look = (): void => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    };
    connection.addEventListener('icegatheringstatechange', look);
    look();
  });
}

const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

/** Too many, too slow: the same may be taken later. Every other refusal is about the token or the room. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Offers at `url` and takes the answer; answers the address by which the connection is ended. @throws NotLetIn */
export async function exchange(connection: RTCPeerConnection, url: string, token: string): Promise<string> {
  await connection.setLocalDescription(await connection.createOffer());
  await gathered(connection);
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/sdp' },
    body: connection.localDescription?.sdp ?? '',
    signal: AbortSignal.timeout(answer_ms),
  });
  if (isRefusal(response.status)) throw new NotLetIn(`answered ${response.status}`);
  if (response.status !== 201) throw new Error(`answered ${response.status}`);
  const resource = new URL(response.headers.get('location') ?? '', url).href;
  try {
    await connection.setRemoteDescription({ type: 'answer', sdp: await response.text() });
  } catch (error) {
    await hangUp(resource, token);
    throw error;
  }
  return resource;
}

/** Ends a connection at the engine, also while the page is being left. That it is gone already is no error. */
export async function hangUp(resource: string, token: string): Promise<void> {
  await fetch(resource, { method: 'DELETE', headers: bearer(token), keepalive: true, signal: AbortSignal.timeout(answer_ms) }).catch(
    () => undefined,
  );
}
