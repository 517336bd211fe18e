/** Publishing and watching by WHIP and WHEP: what goes over the wire, and what a page hears of it. */
import { waitFor } from '@testing-library/react';
import { FakeConnection, someStream, type FakeTrack } from '../../../tests/kit/screens/fake-rtc';
import {
  connects,
  credentials,
  deletes,
  engine,
  posts,
  published,
  quick,
  reaches,
  startWhipEngine,
  statesOf,
  trackOf,
  watched,
} from '../../../tests/kit/screens/whip-engine';

startWhipEngine();

describe('publishing', () => {
  it('offers what was gathered with the token as bearer, takes the answer, and says that it is connected', async () => {
    const publication = await published({ bitrate_kbps: 800 });
    const states = statesOf(publication);
    await reaches(publication, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(engine.heard).toEqual([
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

  it('offers after a moment although the browser is still gathering', async () => {
    FakeConnection.gathers = false;
    await reaches(await published(), 'connected');
    expect(posts()[0]?.body).toBe('v=0 offer');
  });

  it('ends with a DELETE of the connection, says so, and is not made again', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    const states = statesOf(publication);
    await publication.close();
    expect(deletes()).toMatchObject([{ path: '/streaming/whip/show/1', authorization: 'Bearer first' }]);
    expect(states).toEqual(['connected', 'closed']);
    expect(FakeConnection.last.connectionState).toBe('closed');
    window.dispatchEvent(new Event('online'));
    expect(posts()).toHaveLength(1);
  });

  it('ends when the page is left', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    window.dispatchEvent(new Event('pagehide'));
    expect(FakeConnection.last.connectionState).toBe('closed');
    await waitFor(() => expect(deletes()).toHaveLength(1));
    expect(publication.state()).toBe('closed');
  });

  it('leaves no connection behind when it is closed while it is being made', async () => {
    const publication = await published();
    await publication.close();
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    await waitFor(() => expect(deletes()).toHaveLength(posts().length));
    expect(publication.state()).toBe('closed');
  });

  it('sends from another camera within the same connection, and from that one after a loss too', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    const other = trackOf('video', 'other camera');
    await publication.replaceTrack(other);
    expect(FakeConnection.last.sending('video')).toBe(other);
    expect(posts()).toHaveLength(1);
    FakeConnection.last.become('failed');
    await connects(publication, 2);
    expect(FakeConnection.last.sending('video')).toBe(other);
    expect(FakeConnection.last.sending('audio')?.label).toBe('microphone');
  });

  it('sends a microphone that was plugged in later, within the same connection', async () => {
    const stream = someStream();
    stream.removeTrack(stream.getTracks()[0] as MediaStreamTrack);
    const publication = await published({}, credentials(), stream);
    await reaches(publication, 'connected');
    const microphone = trackOf('audio', 'late');
    await publication.replaceTrack(microphone);
    expect(FakeConnection.last.sending('audio')).toBe(microphone);
    expect(posts()).toHaveLength(1);
  });

  it('mutes without a drop, also what comes later, and stops no track of the page', async () => {
    const stream = someStream();
    const publication = await published({}, credentials(), stream);
    await reaches(publication, 'connected');
    publication.mute('audio', true);
    const [microphone, camera] = stream.getTracks() as unknown as FakeTrack[];
    expect([microphone?.enabled, camera?.enabled]).toEqual([false, true]);
    const other = trackOf('audio', 'other');
    await publication.replaceTrack(other);
    expect(other.enabled).toBe(false);
    publication.mute('audio', false);
    expect(other.enabled).toBe(true);
    await publication.close();
    expect([microphone?.isStopped, camera?.isStopped, posts().length]).toEqual([false, false, 1]);
  });

  it('gives way at once when another page of the browser publishes in the same room, and not to one in another room', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    await reaches(await published({}, credentials({ room: 'another room' })), 'connected');
    expect(publication.state()).toBe('connected');
    const later = await published();
    await reaches(later, 'connected');
    await reaches(publication, 'replaced');
    expect(later.state()).toBe('connected');
    await waitFor(() => expect(deletes().map(({ path }) => path)).toEqual(['/streaming/whip/show/1']));
  });

  it('gives way when another page takes its place again and again', async () => {
    const publication = await published({ pace: { ...quick, shaky_ms: 60_000 } });
    for (let times = 1; times <= 3; times += 1) {
      await connects(publication, times);
      FakeConnection.last.become('failed');
    }
    await reaches(publication, 'replaced');
    expect(posts()).toHaveLength(3);
  });
});

describe('watching', () => {
  it('asks for picture and sound, and gives one stream all the time, whatever arrives', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    expect(posts()).toMatchObject([{ path: '/streaming/whep/show', authorization: 'Bearer first' }]);
    expect(FakeConnection.last.transceivers.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['audio', 'recvonly'],
      ['video', 'recvonly'],
    ]);
    const { stream } = watching;
    const [sound, picture] = [trackOf('audio', 'sound'), trackOf('video', 'picture')];
    FakeConnection.last.receive(sound);
    FakeConnection.last.receive(picture);
    expect(stream.getTracks()).toEqual([sound, picture]);

    FakeConnection.last.become('failed');
    await connects(watching, 2);
    const again = trackOf('video', 'picture again');
    FakeConnection.last.receive(again);
    expect(watching.stream).toBe(stream);
    expect(stream.getTracks()).toEqual([sound, again]);
  });

  it('comes again however often it is cut', async () => {
    const watching = await watched({ pace: { ...quick, shaky_ms: 60_000 } });
    for (let times = 1; times <= 5; times += 1) {
      await connects(watching, times);
      FakeConnection.last.become('failed');
    }
    await connects(watching, 6);
  });
});
