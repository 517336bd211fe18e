/** Publishing and watching over WHIP and WHEP: the requests, and the states that a page receives. */
import { waitFor } from '@testing-library/react';
import { FakeConnection, cameraStream, type FakeTrack } from '../../../tests/kit/screens/fake-rtc';
import {
  waitForConnections,
  credentials,
  deleteRequests,
  engine,
  postRequests,
  startPublishing,
  fastRetryPolicy,
  waitForState,
  startWhipEngine,
  statesOf,
  trackOf,
  startWatching,
} from '../../../tests/kit/screens/whip-engine';

startWhipEngine();

describe('publishing', () => {
  it('sends an offer with its candidates and the bearer token, applies the answer, and becomes connected', async () => {
    const publication = await startPublishing({ bitrate_kbps: 800 });
    const states = statesOf(publication);
    await waitForState(publication, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(engine.requests).toEqual([
      {
        method: 'POST',
        path: '/streaming/whip/show',
        authorization: 'Bearer first',
        type: 'application/sdp',
        body: 'v=0 offer with candidates',
      },
    ]);
    const { last } = FakeConnection;
    expect(last.answer).toBe('v=0 answer');
    expect(last.configuration.iceServers).toEqual(credentials().iceServers);
    expect(last.transceivers).toMatchObject([
      { kind: 'audio', direction: 'sendonly' },
      { kind: 'video', direction: 'sendonly', maxBitrate: 800_000 },
    ]);
  });

  it('sends the offer after a timeout although the browser is still gathering candidates', async () => {
    FakeConnection.gathers = false;
    await waitForState(await startPublishing(), 'connected');
    expect(postRequests()[0]?.body).toBe('v=0 offer');
  });

  it('ends with a DELETE, becomes closed, and does not reconnect', async () => {
    const publication = await startPublishing();
    await waitForState(publication, 'connected');
    const states = statesOf(publication);
    await publication.close();
    expect(deleteRequests()).toMatchObject([{ path: '/streaming/whip/show/1', authorization: 'Bearer first' }]);
    expect(states).toEqual(['connected', 'closed']);
    expect(FakeConnection.last.connectionState).toBe('closed');
    window.dispatchEvent(new Event('online'));
    expect(postRequests()).toHaveLength(1);
  });

  it('ends on pagehide', async () => {
    const publication = await startPublishing();
    await waitForState(publication, 'connected');
    window.dispatchEvent(new Event('pagehide'));
    expect(FakeConnection.last.connectionState).toBe('closed');
    await waitFor(() => expect(deleteRequests()).toHaveLength(1));
    expect(publication.state()).toBe('closed');
  });

  it('leaves no connection open when it is closed while connecting', async () => {
    const publication = await startPublishing();
    await publication.close();
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    await waitFor(() => expect(deleteRequests()).toHaveLength(postRequests().length));
    expect(publication.state()).toBe('closed');
  });

  it('replaces the camera within the same connection, and keeps the new one after a reconnection', async () => {
    const publication = await startPublishing();
    await waitForState(publication, 'connected');
    const other = trackOf('video', 'other camera');
    await publication.replaceTrack(other);
    expect(FakeConnection.last.sentTrack('video')).toBe(other);
    expect(postRequests()).toHaveLength(1);
    FakeConnection.last.setState('failed');
    await waitForConnections(publication, 2);
    expect(FakeConnection.last.sentTrack('video')).toBe(other);
    expect(FakeConnection.last.sentTrack('audio')?.label).toBe('microphone');
  });

  it('adds a microphone later, within the same connection', async () => {
    const stream = cameraStream();
    stream.removeTrack(stream.getTracks()[0] as MediaStreamTrack);
    const publication = await startPublishing({}, credentials(), stream);
    await waitForState(publication, 'connected');
    const microphone = trackOf('audio', 'late');
    await publication.replaceTrack(microphone);
    expect(FakeConnection.last.sentTrack('audio')).toBe(microphone);
    expect(postRequests()).toHaveLength(1);
  });

  it('mutes without reconnecting, also later tracks, and stops no track of the page', async () => {
    const stream = cameraStream();
    const publication = await startPublishing({}, credentials(), stream);
    await waitForState(publication, 'connected');
    publication.mute('audio', true);
    const [microphone, camera] = stream.getTracks() as unknown as FakeTrack[];
    expect([microphone?.enabled, camera?.enabled]).toEqual([false, true]);
    const other = trackOf('audio', 'other');
    await publication.replaceTrack(other);
    expect(other.enabled).toBe(false);
    publication.mute('audio', false);
    expect(other.enabled).toBe(true);
    await publication.close();
    expect([microphone?.isStopped, camera?.isStopped, postRequests().length]).toEqual([false, false, 1]);
  });

  it('stops when another page of the browser publishes in the same room, but not in another room', async () => {
    const publication = await startPublishing();
    await waitForState(publication, 'connected');
    await waitForState(await startPublishing({}, credentials({ room: 'another room' })), 'connected');
    expect(publication.state()).toBe('connected');
    const later = await startPublishing();
    await waitForState(later, 'connected');
    await waitForState(publication, 'replaced');
    expect(later.state()).toBe('connected');
    await waitFor(() => expect(deleteRequests().map(({ path }) => path)).toEqual(['/streaming/whip/show/1']));
  });

  it('stops when another device replaces it repeatedly', async () => {
    const publication = await startPublishing({ retryPolicy: { ...fastRetryPolicy, stableAfter_ms: 60_000 } });
    for (let times = 1; times <= 3; times += 1) {
      await waitForConnections(publication, times);
      FakeConnection.last.setState('failed');
    }
    await waitForState(publication, 'replaced');
    expect(postRequests()).toHaveLength(3);
  });
});

describe('watching', () => {
  it('asks for video and audio, and exposes one stream for all received tracks', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    expect(postRequests()).toMatchObject([{ path: '/streaming/whep/show', authorization: 'Bearer first' }]);
    expect(FakeConnection.last.transceivers.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['audio', 'recvonly'],
      ['video', 'recvonly'],
    ]);
    const { stream } = watching;
    const [audio, video] = [trackOf('audio', 'audio'), trackOf('video', 'video')];
    FakeConnection.last.receive(audio);
    FakeConnection.last.receive(video);
    expect(stream.getTracks()).toEqual([audio, video]);

    FakeConnection.last.setState('failed');
    await waitForConnections(watching, 2);
    const nextVideo = trackOf('video', 'next video');
    FakeConnection.last.receive(nextVideo);
    expect(watching.stream).toBe(stream);
    expect(stream.getTracks()).toEqual([audio, nextVideo]);
  });

  it('reconnects after any number of failures', async () => {
    const watching = await startWatching({ retryPolicy: { ...fastRetryPolicy, stableAfter_ms: 60_000 } });
    for (let times = 1; times <= 5; times += 1) {
      await waitForConnections(watching, times);
      FakeConnection.last.setState('failed');
    }
    await waitForConnections(watching, 6);
  });
});
