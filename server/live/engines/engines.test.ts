/** The choice of the live engine: by configured keys, environment and the operators' setting. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '@server/kernel/config';
import { openAgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { bundle } from '../../../tests/kit/processes/bundle';
import { startHost } from '../../../tests/kit/processes/host-process';
import { openLivekitStandIn } from '../../../tests/kit/stand-ins/livekit';
import { signUpOperator } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { testClock } from '../../../tests/kit/host/test-clock';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import type { StreamingEngine } from './engine';
import { openStreaming, streamingEngine } from './engines';

const livekitKeys = { LIVEKIT_URL: 'wss://live.example.com', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'a-secret-of-livekit' };
const agoraKeys = { AGORA_APP_ID: '0123456789abcdef0123456789abcdef', AGORA_APP_CERTIFICATE: 'fedcba9876543210fedcba9876543210' };
const restKeys = { AGORA_CUSTOMER_KEY: 'key', AGORA_CUSTOMER_SECRET: 'a-secret-of-agora' };
const appSecret = { APP_SECRET: 'a secret for tests only, long enough' };

async function withTestHost(environment: Record<string, string>, work: (testHost: TestHost) => Promise<void>): Promise<void> {
  const testHost = await openTestHost(environment);
  try {
    await work(testHost);
  } finally {
    await testHost.close();
  }
}

function invalidVariables(environment: Record<string, string>): string[] {
  try {
    readConfig({ ...appSecret, ...environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
}

describe('starting a host', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['livekit and no keys', { STREAMING_ENGINE: 'livekit' }, Object.keys(livekitKeys)],
    ['agora and no keys', { STREAMING_ENGINE: 'agora' }, Object.keys(agoraKeys)],
    ['livekit and the keys of agora', { STREAMING_ENGINE: 'livekit', ...agoraKeys }, Object.keys(livekitKeys)],
    [
      'livekit and one of its keys missing',
      { STREAMING_ENGINE: 'livekit', ...livekitKeys, LIVEKIT_API_SECRET: ' ' },
      ['LIVEKIT_API_SECRET'],
    ],
    ['half of the keys without choosing the engine', { LIVEKIT_URL: 'wss://live.example.com' }, ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET']],
    ['an app id without a certificate', { AGORA_APP_ID: agoraKeys.AGORA_APP_ID }, ['AGORA_APP_CERTIFICATE']],
    ["keys of Agora's RESTful API alone", restKeys, Object.keys(agoraKeys)],
    ["half of the keys of Agora's RESTful API", { ...agoraKeys, AGORA_CUSTOMER_KEY: 'key' }, ['AGORA_CUSTOMER_SECRET']],
    ['an invalid certificate', { ...agoraKeys, AGORA_APP_CERTIFICATE: 'secret' }, ['AGORA_APP_CERTIFICATE']],
    ['an invalid address', { ...livekitKeys, LIVEKIT_URL: 'live.example.com' }, ['LIVEKIT_URL']],
    ['an address with a path', { ...livekitKeys, LIVEKIT_URL: 'wss://live.example.com/rooms' }, ['LIVEKIT_URL']],
    ['an unknown engine', { STREAMING_ENGINE: 'zoom' }, ['STREAMING_ENGINE']],
  ])('with %s fails and names the invalid variables', (_case, environment, expected) => {
    expect(invalidVariables(environment)).toEqual(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['livekit and its keys', { STREAMING_ENGINE: 'livekit', ...livekitKeys }],
    ['agora and its keys', { STREAMING_ENGINE: 'agora', ...agoraKeys }],
    ['all keys and no choice', { ...livekitKeys, ...agoraKeys, ...restKeys }],
    ['a local engine over http', { ...livekitKeys, LIVEKIT_URL: 'http://127.0.0.1:7880' }],
  ])('with %s succeeds', (_case, environment) => {
    expect(invalidVariables(environment)).toEqual([]);
  });

  it('fails with instructions when the keys of the engine chosen by an operator were removed', () =>
    withTestHost(livekitKeys, async (testHost) => {
      await setSettings(testHost, { streamingEngine: 'livekit' });
      const dataDir = await mkdtemp(join(tmpdir(), 'footlight-engines-'));
      const program = bundle('server/main.ts');
      await expect(startHost(program, { DATABASE_URL: testHost.databaseUrl, DATA_DIR: dataDir })).rejects.toThrow(
        /LIVEKIT_API_SECRET is missing, but required by the setting streamingEngine /,
      );
      const overridden = { DATABASE_URL: testHost.databaseUrl, DATA_DIR: dataDir, STREAMING_ENGINE: 'embedded' };
      await (await startHost(program, overridden)).kill();
      await rm(dataDir, { recursive: true });
    }));
});

describe('the live engine of a site', () => {
  /** The chosen engine of this API server. */
  const chosenEngine = async ({ ctx }: TestHost): Promise<StreamingEngine> =>
    streamingEngine({ settings: ctx.settings, streaming: await openStreaming(ctx.config, ctx.clock) });
  const setEngine = async (testHost: TestHost, value: string) => {
    const { token } = await signUpOperator(testHost);
    return testHost.call('PUT /admin/settings/:key', { params: { key: 'streamingEngine' }, body: { value } }, { token });
  };

  it('is the engine with keys that an operator chooses, effective immediately', () =>
    withTestHost({ ...livekitKeys, ...agoraKeys }, async (testHost) => {
      for (const name of ['livekit', 'agora'] as const) {
        expect((await setEngine(testHost, name)).status).toBe(200);
        expect((await chosenEngine(testHost)).name).toBe(name);
      }
      expect(testHost.ctx.settings.publicValues()).toMatchObject({
        streamingEngine: 'agora',
        agoraAppId: agoraKeys.AGORA_APP_ID,
        livekitUrl: livekitKeys.LIVEKIT_URL,
      });
    }));

  it('cannot be an engine without keys: the error names the missing ones', () =>
    withTestHost(agoraKeys, async (testHost) => {
      const { errorBody } = await setEngine(testHost, 'livekit');
      expect(errorBody.error).toBe('setting_invalid');
      for (const key of Object.keys(livekitKeys)) expect(errorBody.message).toContain(key);
      expect(testHost.ctx.settings.values().streamingEngine).toBe('embedded');
    }));

  it('is fixed by the environment variable, regardless of the setting', () =>
    withTestHost({ STREAMING_ENGINE: 'agora', ...agoraKeys, ...livekitKeys }, async (testHost) => {
      await setSettings(testHost, { streamingEngine: 'livekit' });
      expect((await chosenEngine(testHost)).name).toBe('agora');
      expect((await setEngine(testHost, 'livekit')).errorBody.error).toBe('setting_invalid');
    }));

  it('is published to visitors without secrets', () =>
    withTestHost({ STREAMING_ENGINE: 'agora', ...agoraKeys, ...restKeys, ...livekitKeys }, async (testHost) => {
      const publicSettings = JSON.stringify(await testHost.call('GET /settings/public', { query: {} }));
      for (const secret of [agoraKeys.AGORA_APP_CERTIFICATE, restKeys.AGORA_CUSTOMER_SECRET, livekitKeys.LIVEKIT_API_SECRET])
        expect(publicSettings).not.toContain(secret);
    }));

  it('is the embedded engine by default', async () => {
    const embedded = { name: 'embedded', close: async () => undefined } as StreamingEngine;
    const config = readConfig({ ...appSecret, ...livekitKeys });
    const streaming = await openStreaming(config, testClock(), { embedded: () => embedded });
    const settings = { values: () => ({ streamingEngine: 'embedded' }) } as TestHost['ctx']['settings'];
    expect(streamingEngine({ streaming, settings })).toBe(embedded);
  });
});

describe('the engines of a host', () => {
  it('include all with keys, so that a stream can stay with the engine it started on', async () => {
    const clock = testClock();
    const standIns = [await openLivekitStandIn(clock), await openAgoraStandIn(clock)];
    const environment = Object.assign({}, ...standIns.map((standIn) => standIn.environment)) as Record<string, string>;
    const streaming = await openStreaming(readConfig({ ...appSecret, ...environment }), clock);
    for (const name of ['livekit', 'agora'] as const) {
      const engine = streaming.byName[name];
      expect(await engine?.isUp()).toBe(true);
      expect(await engine?.credentials({ room: randomUUID(), identity: randomUUID(), role: 'viewer', ttl_s: 60 })).toMatchObject({
        engine: name,
      });
    }
    await streaming.close();
    await Promise.all(standIns.map((standIn) => standIn.close()));
  });

  it('accept signed LiveKit webhooks, and reject all without LiveKit keys', async () => {
    const standIn = await openLivekitStandIn(testClock());
    const { body, authorization } = await standIn.sign(JSON.stringify({ event: 'room_started', room: { name: 'one' } }));
    const withKeys = await openStreaming(readConfig({ ...appSecret, ...standIn.environment }), testClock());
    const withoutKeys = await openStreaming(readConfig(appSecret), testClock());
    expect(await withKeys.handleLivekitWebhook(body, authorization)).toBe(true);
    expect(await withKeys.handleLivekitWebhook(body, undefined)).toBe(false);
    expect(await withoutKeys.handleLivekitWebhook(body, authorization)).toBe(false);
    await standIn.close();
  });
});
