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
const unreadableAddress = '203.0.113.77';
type ConnectionTest = 'storage' | 'gateway' | 'live';

const endpoints = {
  storage: 'POST /admin/settings/storage-test',
  gateway: 'POST /admin/settings/gateway-test',
  live: 'POST /admin/settings/live-test',
} as const;

interface TestSite {
  testHost: TestHost;
  token: string;
  /** The result of a connection test: its message, whether it succeeded or not. */
  resultOf(connectionTest: ConnectionTest): Promise<string>;
}

async function openTestSite(...args: Parameters<typeof openTestHost>): Promise<TestSite> {
  const testHost = await openTestHost(...args);
  const { token } = await signUpOperator(testHost);
  return {
    testHost,
    token,
    resultOf: async (connectionTest) => {
      const { status, data, errorBody } = await testHost.call(endpoints[connectionTest], {}, { token });
      if (status === 200) return `works: ${data.detail}`;
      return `${errorBody.error}: ${errorBody.message}`;
    },
  };
}

describe('a site with external services', () => {
  let site: TestSite;
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
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      ...stripe.environment,
      ...livekit.environment,
      ...agora.environment,
    };
    const config = readConfig({ ...environment, APP_SECRET: 'a secret for tests only, long enough' });
    site = await openTestSite(environment, { streaming: await openStreaming(config, realClock) });
  });
  afterAll(async () => {
    await site.testHost.close();
    await Promise.all([bucket, stripe, livekit, agora].map((standIn) => standIn.close()));
  });

  test('writes, reads and removes an object of the bucket, and leaves nothing there', async () => {
    expect(await site.resultOf('storage')).toMatch(/^works: Wrote a test file to the bucket .*, read part of it, then deleted it\.$/);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('checks/'))).toEqual([]);
    bucket.respondWith(403);
    expect(await site.resultOf('storage')).toMatch(/^trial_failed: Couldn’t write a test file\. /);
    bucket.respondWith(null);
  });

  test('reports the account at the gateway, and what to check when the gateway does not answer', async () => {
    expect(await site.resultOf('gateway')).toBe(
      'works: Stripe is responding in test mode (no real money moves). It holds balances in USD.',
    );
    stripe.failNext('GET /v1/balance', 'fail');
    expect(await site.resultOf('gateway')).toMatch(/^trial_failed: The payment gateway didn’t respond\. Check STRIPE_API_BASE/);
  });

  test('creates a room and a token at the selected live engine, which accepts the keys', async () => {
    await setSettings(site.testHost, { streamingEngine: 'livekit' });
    expect(await site.resultOf('live')).toBe('works: Connected to LiveKit and created a token.');
    livekit.failNext('ListRooms', 'fail');
    expect(await site.resultOf('live')).toMatch(/^trial_failed: Couldn’t connect to LiveKit\./);
    await setSettings(site.testHost, { streamingEngine: 'agora' });
    expect(await site.resultOf('live')).toBe('works: Connected to Agora and created a token.');
  });
});

describe('a site with default settings', () => {
  let site: TestSite;
  beforeAll(async () => {
    const config = readConfig({ LIVE_PORT: '1', APP_SECRET: 'a secret for tests only, long enough' });
    const known = openGeo();
    const geo = {
      countryOf: (address: string) =>
        address === unreadableAddress ? Promise.reject(new Error('The file is gone')) : known.countryOf(address),
    };
    site = await openTestSite({}, { streaming: await openStreaming(config, realClock), geo });
  });
  afterAll(() => site.testHost.close());

  test('uses its own folder, and reports problems with it', async () => {
    expect(await site.resultOf('storage')).toBe('works: Wrote a test file to the local data folder, read part of it, then deleted it.');
    const folder = join(site.testHost.ctx.config.dataDir, 'files');
    await rm(folder, { recursive: true });
    await writeFile(folder, '');
    expect(await site.resultOf('storage')).toBe('trial_failed: Couldn’t write a test file. DATA_DIR/files must be a folder.');
    await rm(folder);
  });

  test('reports that payments are a sandbox, and that the live engine is not running', async () => {
    expect(await site.resultOf('gateway')).toMatch(/^works: The site’s sandbox is responding/);
    expect(await site.resultOf('live')).toMatch(/^trial_failed: The built-in streaming engine isn’t responding\. Start it/);
  });

  test('finds the country of IPv4 and IPv6 addresses, and reports the age of its data', async () => {
    const testAddress = async (address: string) => {
      const { status, data, errorBody } = await site.testHost.call(
        'POST /admin/settings/geo-test',
        { body: { address } },
        { token: site.token },
      );
      return status === 200 ? data.detail : errorBody.error;
    };
    expect(await testAddress('8.8.8.8')).toMatch(/^8\.8\.8\.8: United States \(US\)\. The country data is from .* \d{4}, \d+ days old/);
    expect(await testAddress('2001:4860:4860::8888')).toContain('(US)');
    expect(await testAddress('192.168.0.1')).toMatch(/^No country found for 192\.168\.0\.1/);
    expect(await testAddress('stage.example.com')).toBe('invalid_request');
    expect(await testAddress(unreadableAddress)).toBe('trial_failed');
  });
});
