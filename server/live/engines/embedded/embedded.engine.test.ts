/** The embedded engine under the laws of the face: a real process, and real connections that carry real pictures. */
import { openLive } from '../../../../tests/kit/live/scene';
import { engineConformance } from '../conformance';
import { signallingOf } from '../../../streaming/signalling';

engineConformance('embedded', async () => {
  const scene = await openLive();
  return {
    engine: scene.engine,
    clock: scene.clock,
    read: (token) => Promise.resolve(scene.engine.door.readToken(token)),
    people: scene.people,
    outage: { begin: scene.killEngine, end: scene.startEngine },
    close: scene.close,
  };
});

test('a connection is known by its owner, whose token says so after its time as well', async () => {
  const scene = await openLive();
  try {
    const { engine, clock } = scene;
    const owner = { room: 'room', identity: 'ada', role: 'publisher' as const };
    const credentials = await engine.credentials({ ...owner, ttl_s: 60 });
    const publisher = await scene.enter(credentials, 'publisher');
    const signalling = signallingOf(engine);
    expect(await signalling?.ownerOf(publisher.resource)).toEqual(owner);
    clock.advance({ hours: 2 });
    expect(signalling?.ticketOf(credentials.token)).toBeNull();
    expect(signalling?.ownerIn(credentials.token)).toMatchObject(owner);
    expect(signalling?.ownerIn(`${credentials.token}x`)).toBeNull();
    await signalling?.disconnect(publisher.resource);
    for (const name of [publisher.resource, 'none', '../rooms/room']) expect(await signalling?.ownerOf(name)).toBeNull();
    await publisher.leave();
  } finally {
    await scene.close();
  }
});
