/** The embedded engine under the laws of the face: a real process, and real connections that carry real pictures. */
import { openLive } from '../../../tests/support/live/scene';
import { engineConformance } from '../conformance';

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
