/** The embedded engine in the conformance suite of engines: a real process, and real connections with real video. */
import { openEmbeddedEngineTest } from '../../../../tests/kit/live/scene';
import { engineConformance } from '../conformance';
import { signallingOf } from '../signalling';

engineConformance('embedded', async () => {
  const scene = await openEmbeddedEngineTest();
  return {
    engine: scene.engine,
    clock: scene.clock,
    read: (token) => Promise.resolve(scene.engine.signalling.readToken(token)),
    people: scene.people,
    outage: { begin: scene.killEngine, end: scene.startEngine },
    close: scene.close,
  };
});

test('returns the owner of a connection, and reads the owner from an expired token', async () => {
  const scene = await openEmbeddedEngineTest();
  try {
    const { engine, clock } = scene;
    const owner = { room: 'room', identity: 'ada', role: 'publisher' as const };
    const credentials = await engine.credentials({ ...owner, ttl_s: 60 });
    const publisher = await scene.join(credentials, 'publisher');
    const signalling = signallingOf(engine);
    expect(await signalling?.ownerOf(publisher.resource)).toEqual(owner);
    clock.advance({ hours: 2 });
    expect(signalling?.readToken(credentials.token)).toBeNull();
    expect(signalling?.readExpiredToken(credentials.token)).toMatchObject(owner);
    expect(signalling?.readExpiredToken(`${credentials.token}x`)).toBeNull();
    await signalling?.disconnect(publisher.resource);
    for (const name of [publisher.resource, 'none', '../rooms/room']) expect(await signalling?.ownerOf(name)).toBeNull();
    await publisher.disconnect();
  } finally {
    await scene.close();
  }
});
