/** A bucket that accepts requests and never responds: readiness reports it in time, and uploads fail with an error. */
import sharp from 'sharp';
import { signUpFan } from '../kit/people/people';
import { openS3StandIn, type S3StandIn } from '../kit/stand-ins/s3';
import { openTestHost, type TestHost } from '../kit/host/test-host';

let store: S3StandIn;
let testHost: TestHost;
beforeAll(async () => {
  store = await openS3StandIn();
  testHost = await openTestHost({
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: store.bucket,
    S3_REGION: store.region,
    S3_ACCESS_KEY_ID: store.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.secretAccessKey,
  });
});
afterAll(async () => {
  await testHost.close();
  await store.close();
});

test('a bucket that hangs is reported by /ready within ten seconds, and uploads return service_unavailable', async () => {
  const { token } = await signUpFan(testHost);
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#205060' } })
    .png()
    .toBuffer();
  const avatar = new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' });
  const upload = () => testHost.call('POST /users/avatar/upload', { files: { avatar } }, { token });
  store.hang('all');
  const pendingUpload = upload();
  const start_ms = performance.now();
  const ready = await fetch(`${testHost.url}/ready`);
  expect(performance.now() - start_ms).toBeLessThan(10_000);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'away', parts: { database: 'ok', storage: 'away', jobs: 'ok' } }]);
  expect(await pendingUpload).toMatchObject({ status: 503, errorBody: { error: 'service_unavailable' } });
  store.hang(null);
  testHost.clock.advance({ minutes: 1 });
  expect((await fetch(`${testHost.url}/ready`)).status).toBe(200);
  expect((await upload()).status).toBe(200);
});
