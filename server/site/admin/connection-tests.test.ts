/** Trying what the site stands on, against stand-ins of each: what works is said, and what does not with what to do. */
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
import { setSettings } from '../../../tests/support/site-settings';
import { openStripeStandIn, type StripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

/** At this address the file of countries cannot be read. */
const unread = '203.0.113.77';
type Trial = 'storage' | 'gateway' | 'live';

const trials = {
  storage: 'POST /admin/settings/storage-test',
  gateway: 'POST /admin/settings/gateway-test',
  live: 'POST /admin/settings/live-test',
} as const;

interface Scene {
  world: World;
  token: string;
  /** What the trial says, whether it went well or not. */
  says(trial: Trial): Promise<string>;
}

async function openScene(...given: Parameters<typeof openWorld>): Promise<Scene> {
  const world = await openWorld(...given);
  const { token } = await signUpOperator(world);
  return {
    world,
    token,
    says: async (trial) => {
      const { status, data, refusal } = await world.call(trials[trial], {}, { token });
      if (status === 200) return `works: ${data.detail}`;
      return `${refusal.error}: ${refusal.message}`;
    },
  };
}

describe('a site with services of its own', () => {
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
    await scene.world.close();
    await Promise.all([bucket, stripe, livekit, agora].map((standIn) => standIn.close()));
  });

  test('writes, reads and removes an object of the bucket, and leaves nothing there', async () => {
    expect(await scene.says('storage')).toMatch(/^works: An object was written to the bucket .*, read in part, and removed\.$/);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('checks/'))).toEqual([]);
    bucket.answerWith(403);
    expect(await scene.says('storage')).toMatch(/^trial_failed: A file could not be written\. /);
    bucket.answerWith(null);
  });

  test('is told by the gateway who it is, and what to look at when it does not answer', async () => {
    expect(await scene.says('gateway')).toBe('works: Stripe answers, in test mode: no real money moves. It holds balances in USD.');
    stripe.failNext('GET /v1/balance', 'fail');
    expect(await scene.says('gateway')).toMatch(/^trial_failed: The gateway did not answer\. Check STRIPE_API_BASE/);
  });

  test('has a ticket made by the live engine in force, which answers to its keys', async () => {
    await setSettings(scene.world, { streamingEngine: 'livekit' });
    expect(await scene.says('live')).toBe('works: LiveKit answers to our keys, and a ticket was made.');
    livekit.failNext('ListRooms', 'fail');
    expect(await scene.says('live')).toMatch(/^trial_failed: LiveKit does not answer to our keys\./);
    await setSettings(scene.world, { streamingEngine: 'agora' });
    expect(await scene.says('live')).toBe('works: Agora answers to our keys, and a ticket was made.');
  });
});

describe('a site as it comes', () => {
  let scene: Scene;
  beforeAll(async () => {
    const config = readConfig({ LIVE_PORT: '1', APP_SECRET: 'a secret for tests only, long enough' });
    const known = openGeo();
    const geo = {
      countryOf: (address: string) => (address === unread ? Promise.reject(new Error('The file is gone')) : known.countryOf(address)),
    };
    scene = await openScene({}, { streaming: await openStreaming(config, realClock), geo });
  });
  afterAll(() => scene.world.close());

  test('uses its own folder, and says what is wrong with it', async () => {
    expect(await scene.says('storage')).toBe('works: An object was written to the folder of this host, read in part, and removed.');
    const folder = join(scene.world.ctx.config.dataDir, 'files');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await scene.says('storage')).toBe('trial_failed: A file could not be written. DATA_DIR/files must be a folder.');
    await rm(folder);
  });

  test('has the sandbox, which says that it is one, and misses a live engine that does not run', async () => {
    expect(await scene.says('gateway')).toMatch(/^works: The sandbox of this site answers/);
    expect(await scene.says('live')).toMatch(/^trial_failed: The live engine of this machine does not answer\. Start it/);
  });

  test('finds the country of an address, of whatever kind, and says how old its data is', async () => {
    const look = async (address: string) => {
      const { status, data, refusal } = await scene.world.call(
        'POST /admin/settings/geo-test',
        { body: { address } },
        { token: scene.token },
      );
      return status === 200 ? data.detail : refusal.error;
    };
    expect(await look('8.8.8.8')).toMatch(/^8\.8\.8\.8 belongs to United States \(US\)\. The data is of .* \d{4}, \d+ days old/);
    expect(await look('2001:4860:4860::8888')).toContain('(US)');
    expect(await look('192.168.0.1')).toMatch(/^No country is known for 192\.168\.0\.1/);
    expect(await look('stage.example.com')).toBe('invalid_request');
    expect(await look(unread)).toBe('trial_failed');
  });
});
