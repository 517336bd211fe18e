/** A bucket that takes requests and never answers: readiness names it in time, and people are refused in words. */
import sharp from 'sharp';
import { signUpFan } from '../kit/people/people';
import { openS3StandIn, type S3StandIn } from '../kit/stand-ins/s3';
import { openWorld, type World } from '../kit/host/test-host';

let store: S3StandIn;
let world: World;
beforeAll(async () => {
  store = await openS3StandIn();
  world = await openWorld({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  });
});
afterAll(async () => {
  await world.close();
  await store.close();
});

test('a bucket that hangs is named by /ready within ten seconds, and refuses new files with service_unavailable', async () => {
  const { token } = await signUpFan(world);
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#205060' } })
    .png()
    .toBuffer();
  const avatar = new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' });
  const upload = () => world.call('POST /users/avatar/upload', { files: { avatar } }, { token });
  store.hang('all');
  const refused = upload();
  const from = performance.now();
  const ready = await fetch(`${world.url}/ready`);
  expect(performance.now() - from).toBeLessThan(10_000);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'away', parts: { database: 'ok', storage: 'away', jobs: 'ok' } }]);
  expect(await refused).toMatchObject({ status: 503, refusal: { error: 'service_unavailable' } });
  store.hang(null);
  world.clock.advance({ minutes: 1 });
  expect((await fetch(`${world.url}/ready`)).status).toBe(200);
  expect((await upload()).status).toBe(200);
});
