/** Connection tests against stand-ins of each service: success is described, and failure comes with advice. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realClock } from '@server/kernel/random';
import { readConfig } from '@server/kernel/config';
import { openGeo } from '@server/platform/geo/geo';
import { openStreaming } from '@server/live/engines/engines';
import { openAgoraStandIn, type AgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { openLivekitStandIn, type LivekitStandIn } from '../../../tests/kit/stand-ins/livekit';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openS3StandIn, type S3StandIn } from '../../../tests/kit/stand-ins/s3';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { openStripeStandIn, type StripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

/** For this address the country database cannot be read. */
const unreadable = '203.0.113.77';
type Trial = 'storage' | 'gateway' | 'live';

const trials = {
  storage: 'POST /admin/settings/storage-test',
  gateway: 'POST /admin/settings/gateway-test',
  live: 'POST /admin/settings/live-test',
} as const;

interface Scene {
  testHost: TestHost;
  token: string;
  /** The result of a connection test: its message, whether it succeeded or not. */
  says(trial: Trial): Promise<string>;
}

async function openScene(...args: Parameters<typeof openTestHost>): Promise<Scene> {
  const testHost = await openTestHost(...args);
  const { token } = await signUpOperator(testHost);
  return {
    testHost,
    token,
    says: async (trial) => {
      const { status, data, refusal } = await testHost.call(trials[trial], {}, { token });
      if (status === 200) return `works: ${data.detail}`;
      return `${refusal.error}: ${refusal.message}`;
    },
  };
}

describe('a site with external services', () => {
  let scene: Scene;
  let bucket: S3StandIn;
  let stripe: StripeStandIn;
  let livekit: LivekitStandIn;
  let agora: AgoraStandIn;

  beforeAll(async () => {
    bucket = await openS3StandIn();
    stripe = await openStripeStandIn(realClock);
    livekit = await openLivekitStandIn(realClock);
    agora = await openAgoraStandIn(realClock);
    const environment = {
      ...{ S3_ENDPOINT: bucket.endpoint, S3_BUCKET: bucket.bucket, S3_REGION: bucket.region },
      ...{ S3_ACCESS_KEY_ID: bucket.accessKeyId, S3_SECRET_ACCESS_KEY: bucket.secretAccessKey },
      ...{ ...stripe.environment, ...livekit.environment, ...agora.environment },
    };
    const config = readConfig({ ...environment, APP_SECRET: 'a secret for tests only, long enough' });
    scene = await openScene(environment, { streaming: await openStreaming(config, realClock) });
  });
  afterAll(async () => {
    await scene.testHost.close();
    await Promise.all([bucket, stripe, livekit, agora].map((standIn) => standIn.close()));
  });

  test('writes, reads and removes an object of the bucket, and leaves nothing there', async () => {
    expect(await scene.says('storage')).toMatch(/^works: An object was written to the bucket .*, read in part, and removed\.$/);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('checks/'))).toEqual([]);
    bucket.answerWith(403);
    expect(await scene.says('storage')).toMatch(/^trial_failed: A file could not be written\. /);
    bucket.answerWith(null);
  });

  test('reports the account at the gateway, and what to check when the gateway does not answer', async () => {
    expect(await scene.says('gateway')).toBe('works: Stripe answers, in test mode: no real money moves. It holds balances in USD.');
    stripe.failNext('GET /v1/balance', 'fail');
    expect(await scene.says('gateway')).toMatch(/^trial_failed: The gateway did not answer\. Check STRIPE_API_BASE/);
  });

  test('creates a room and a token at the selected live engine, which accepts the keys', async () => {
    await setSettings(scene.testHost, { streamingEngine: 'livekit' });
    expect(await scene.says('live')).toBe('works: LiveKit answers to our keys, and a ticket was made.');
    livekit.failNext('ListRooms', 'fail');
    expect(await scene.says('live')).toMatch(/^trial_failed: LiveKit does not answer to our keys\./);
    await setSettings(scene.testHost, { streamingEngine: 'agora' });
    expect(await scene.says('live')).toBe('works: Agora answers to our keys, and a ticket was made.');
  });
});

describe('a site with default settings', () => {
  let scene: Scene;
  beforeAll(async () => {
    const config = readConfig({ LIVE_PORT: '1', APP_SECRET: 'a secret for tests only, long enough' });
    const known = openGeo();
    const geo = {
      countryOf: (address: string) => (address === unreadable ? Promise.reject(new Error('The file is gone')) : known.countryOf(address)),
    };
    scene = await openScene({}, { streaming: await openStreaming(config, realClock), geo });
  });
  afterAll(() => scene.testHost.close());

  test('uses its own folder, and reports problems with it', async () => {
    expect(await scene.says('storage')).toBe('works: An object was written to the folder of this host, read in part, and removed.');
    const folder = join(scene.testHost.ctx.config.dataDir, 'files');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await scene.says('storage')).toBe('trial_failed: A file could not be written. DATA_DIR/files must be a folder.');
    await rm(folder);
  });

  test('reports that payments are a sandbox, and that the live engine is not running', async () => {
    expect(await scene.says('gateway')).toMatch(/^works: The sandbox of this site answers/);
    expect(await scene.says('live')).toMatch(/^trial_failed: The live engine of this machine does not answer\. Start it/);
  });

  test('finds the country of IPv4 and IPv6 addresses, and reports the age of its data', async () => {
    const testAddress = async (address: string) => {
      const { status, data, refusal } = await scene.testHost.call(
        'POST /admin/settings/geo-test',
        { body: { address } },
        { token: scene.token },
      );
      return status === 200 ? data.detail : refusal.error;
    };
    expect(await testAddress('8.8.8.8')).toMatch(/^8\.8\.8\.8 belongs to United States \(US\)\. The data is of .* \d{4}, \d+ days old/);
    expect(await testAddress('2001:4860:4860::8888')).toContain('(US)');
    expect(await testAddress('192.168.0.1')).toMatch(/^No country is known for 192\.168\.0\.1/);
    expect(await testAddress('stage.example.com')).toBe('invalid_request');
    expect(await testAddress(unreadable)).toBe('trial_failed');
  });
});
