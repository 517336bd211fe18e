/** Which live engine a site has: by its keys, by the environment, and by the operator's choice. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, readConfig } from '@server/kernel/config';
import { openAgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { bundled } from '../../../tests/kit/processes/bundle';
import { startHost } from '../../../tests/kit/processes/host-process';
import { openLivekitStandIn } from '../../../tests/kit/stand-ins/livekit';
import { signUpOperator } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { testClock } from '../../../tests/kit/host/test-clock';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import type { StreamingEngine } from '../../streaming/engine';
import { openStreaming, streamingEngine } from './engines';

const livekitKeys = { LIVEKIT_URL: 'wss://live.example.com', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'a-secret-of-livekit' };
const agoraKeys = { AGORA_APP_ID: '0123456789abcdef0123456789abcdef', AGORA_APP_CERTIFICATE: 'fedcba9876543210fedcba9876543210' };
const restKeys = { AGORA_CUSTOMER_KEY: 'key', AGORA_CUSTOMER_SECRET: 'a-secret-of-agora' };
const appSecret = { APP_SECRET: 'a secret for tests only, long enough' };

async function withWorld(environment: Record<string, string>, work: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld(environment);
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

function wrongIn(environment: Record<string, string>): string[] {
  try {
    readConfig({ ...appSecret, ...environment });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
}

describe('a start', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['livekit and no keys', { STREAMING_ENGINE: 'livekit' }, Object.keys(livekitKeys)],
    ['agora and no keys', { STREAMING_ENGINE: 'agora' }, Object.keys(agoraKeys)],
    ['livekit and the keys of agora', { STREAMING_ENGINE: 'livekit', ...agoraKeys }, Object.keys(livekitKeys)],
    [
      'livekit and one of its keys missing',
      { STREAMING_ENGINE: 'livekit', ...livekitKeys, LIVEKIT_API_SECRET: ' ' },
      ['LIVEKIT_API_SECRET'],
    ],
    [
      'half of the keys, though nobody chose the engine',
      { LIVEKIT_URL: 'wss://live.example.com' },
      ['LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
    ],
    ['an app id without a certificate', { AGORA_APP_ID: agoraKeys.AGORA_APP_ID }, ['AGORA_APP_CERTIFICATE']],
    ["keys of Agora's RESTful API alone", restKeys, Object.keys(agoraKeys)],
    ['half of the keys of that', { ...agoraKeys, AGORA_CUSTOMER_KEY: 'key' }, ['AGORA_CUSTOMER_SECRET']],
    ['a certificate that is none', { ...agoraKeys, AGORA_APP_CERTIFICATE: 'secret' }, ['AGORA_APP_CERTIFICATE']],
    ['an address that is none', { ...livekitKeys, LIVEKIT_URL: 'live.example.com' }, ['LIVEKIT_URL']],
    ['an address with a path', { ...livekitKeys, LIVEKIT_URL: 'wss://live.example.com/rooms' }, ['LIVEKIT_URL']],
    ['an engine that nobody knows', { STREAMING_ENGINE: 'zoom' }, ['STREAMING_ENGINE']],
  ])('with %s is refused and names what is wrong', (_case, environment, wrong) => {
    expect(wrongIn(environment)).toEqual(wrong);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['livekit and its keys', { STREAMING_ENGINE: 'livekit', ...livekitKeys }],
    ['agora and its keys', { STREAMING_ENGINE: 'agora', ...agoraKeys }],
    ['all keys and no choice', { ...livekitKeys, ...agoraKeys, ...restKeys }],
    ['an engine at home, over http', { ...livekitKeys, LIVEKIT_URL: 'http://127.0.0.1:7880' }],
  ])('with %s is taken', (_case, environment) => {
    expect(wrongIn(environment)).toEqual([]);
  });

  it(
    'is refused when the keys of the engine that an operator chose went away, and says what to do',
    () =>
      withWorld(livekitKeys, async (world) => {
        await setSettings(world, { streamingEngine: 'livekit' });
        const dataDir = await mkdtemp(join(tmpdir(), 'footlight-engines-'));
        const program = bundled('server/main.ts');
        await expect(startHost(program, { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir })).rejects.toThrow(
          /LIVEKIT_API_SECRET is missing, but the setting streamingEngine .* needs it/,
        );
        const overruled = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir, STREAMING_ENGINE: 'embedded' };
        await (await startHost(program, overruled)).kill();
        await rm(dataDir, { recursive: true });
      }),
    60_000,
  );
});

describe('the engine of a site', () => {
  /** Of the engines that a host with this configuration has. */
  const chosenIn = async ({ ctx }: World): Promise<StreamingEngine> =>
    streamingEngine({ settings: ctx.settings, streaming: await openStreaming(ctx.config, ctx.clock) });
  const put = async (world: World, value: string) => {
    const { token } = await signUpOperator(world);
    return world.call('PUT /admin/settings/:key', { params: { key: 'streamingEngine' }, body: { value } }, { token });
  };

  it('is what an operator chooses out of those with keys, at once', () =>
    withWorld({ ...livekitKeys, ...agoraKeys }, async (world) => {
      for (const name of ['livekit', 'agora'] as const) {
        expect((await put(world, name)).status).toBe(200);
        expect((await chosenIn(world)).name).toBe(name);
      }
      expect(world.ctx.settings.visible()).toMatchObject({
        streamingEngine: 'agora',
        agoraAppId: agoraKeys.AGORA_APP_ID,
        livekitUrl: livekitKeys.LIVEKIT_URL,
      });
    }));

  it('cannot be one without keys: the refusal names those that are missing', () =>
    withWorld(agoraKeys, async (world) => {
      const { refusal } = await put(world, 'livekit');
      expect(refusal.error).toBe('setting_invalid');
      for (const key of Object.keys(livekitKeys)) expect(refusal.message).toContain(key);
      expect(world.ctx.settings.values().streamingEngine).toBe('embedded');
    }));

  it('is what the environment says, whatever operators chose, and they cannot change it', () =>
    withWorld({ STREAMING_ENGINE: 'agora', ...agoraKeys, ...livekitKeys }, async (world) => {
      await setSettings(world, { streamingEngine: 'livekit' });
      expect((await chosenIn(world)).name).toBe('agora');
      expect((await put(world, 'livekit')).refusal.error).toBe('setting_invalid');
    }));

  it('is told to visitors by its name and nothing else', () =>
    withWorld({ STREAMING_ENGINE: 'agora', ...agoraKeys, ...restKeys, ...livekitKeys }, async (world) => {
      const shown = JSON.stringify(await world.call('GET /settings/public', { query: {} }));
      for (const secret of [agoraKeys.AGORA_APP_CERTIFICATE, restKeys.AGORA_CUSTOMER_SECRET, livekitKeys.LIVEKIT_API_SECRET])
        expect(shown).not.toContain(secret);
    }));

  it('is the embedded one when nothing was chosen', async () => {
    const embedded = { name: 'embedded', close: async () => undefined } as StreamingEngine;
    const config = readConfig({ ...appSecret, ...livekitKeys });
    const streaming = await openStreaming(config, testClock(), { embedded: () => embedded });
    const settings = { values: () => ({ streamingEngine: 'embedded' }) } as World['ctx']['settings'];
    expect(streamingEngine({ streaming, settings })).toBe(embedded);
  });
});

describe('the engines of a host', () => {
  it('are all that it has keys for, so that a stream can stay with the one it began with', async () => {
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

  it('hear a webhook of LiveKit that is signed, and believe nothing where there are no keys for it', async () => {
    const standIn = await openLivekitStandIn(testClock());
    const { body, authorization } = await standIn.sign(JSON.stringify({ event: 'room_started', room: { name: 'one' } }));
    const hearing = await openStreaming(readConfig({ ...appSecret, ...standIn.environment }), testClock());
    const deaf = await openStreaming(readConfig(appSecret), testClock());
    expect(await hearing.hearWebhook(body, authorization)).toBe(true);
    expect(await hearing.hearWebhook(body, undefined)).toBe(false);
    expect(await deaf.hearWebhook(body, authorization)).toBe(false);
    await standIn.close();
  });
});
