/** Connection tests for operators who set up a site: each test cleans up after itself, and a failure comes with advice. */
import { setTimeout as pause } from 'node:timers/promises';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { GatewayUnavailable, GatewayRejected } from '../../money/gateways/gateway';
import { gatewayFor } from '../../money/gateways/gateways';
import { geoDataBuiltAt } from '../../platform/geo/geo';
import { StorageTestFailed, testStorage, type StorageStep } from '../../platform/media/storage/test-storage';
import { EngineUnavailable, type EngineName, type StreamingEngine } from '../../live/engines/engine';
import { streamingEngine } from '../../live/engines/engines';

interface TestResult {
  detail: string;
  took_ms: number;
}

/** The operator waits for the result; the request itself times out a little later. */
const timeout_ms = 15_000;

const reject = (message: string): never => fail('trial_failed', { message });

class TimedOut extends Error {}

/** Runs `work` and measures it. `adviceFor` returns advice about a failure, or null for a bug, which is rethrown. */
async function timed(ctx: Context, work: () => Promise<string>, adviceFor: (error: unknown) => string | null): Promise<TestResult> {
  const began_ms = ctx.clock.now().getTime();
  const ended = new AbortController();
  const timeout = pause(timeout_ms, null, { signal: ended.signal }).then(() => Promise.reject(new TimedOut()));
  timeout.catch(() => undefined);
  try {
    const detail = await Promise.race([work(), timeout]);
    return { detail, took_ms: ctx.clock.now().getTime() - began_ms };
  } catch (error) {
    const advice = error instanceof TimedOut ? 'No response within 15 seconds. Check the address and your network.' : adviceFor(error);
    if (advice === null) throw error;
    return reject(advice);
  } finally {
    ended.abort();
  }
}

const steps: Record<StorageStep, string> = {
  write: 'Couldn’t write a test file',
  read: 'Couldn’t read the test file',
  remove: 'Couldn’t delete the test file',
};
/** By the file system's error code, or the name of an S3 error. */
const storageRemedies: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free up space, or move DATA_DIR to a larger disk.',
  EACCES: 'The user that runs Footlight must own the folder DATA_DIR/files.',
  EPERM: 'The user that runs Footlight must own the folder DATA_DIR/files.',
  EROFS: 'DATA_DIR is on a read-only disk. Make it writable, or move DATA_DIR.',
  ENOTDIR: 'DATA_DIR/files must be a folder.',
  EEXIST: 'DATA_DIR/files must be a folder.',
  NoSuchBucket: 'Bucket not found. Check S3_BUCKET and S3_REGION.',
  InvalidAccessKeyId: 'Unknown access key. Check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret doesn’t match the access key. Check S3_SECRET_ACCESS_KEY and S3_REGION.',
  AccessDenied: 'The access key doesn’t have permission. Allow it to put, get and delete objects in the bucket.',
  ECONNREFUSED: 'Connection refused. Check S3_ENDPOINT.',
  ENOTFOUND: 'Host not found. Check S3_ENDPOINT.',
  TimeoutError: 'The storage didn’t respond in time. Check S3_ENDPOINT and your network.',
};

function storageAdvice(error: unknown): string | null {
  if (!(error instanceof StorageTestFailed)) return null;
  const { code, name, message } = error.cause as { code?: string; name?: string; message?: string };
  const advice = storageRemedies[code ?? ''] ?? storageRemedies[name ?? ''] ?? `The storage returned an error: ${message ?? 'no details'}.`;
  return `${steps[error.step]}. ${advice}`;
}

/** Writes, reads and removes an object in the file storage. Rejects with trial_failed. */
export function testFileStorage(ctx: Context): Promise<TestResult> {
  const location = ctx.config.s3 === null ? 'the local data folder' : `the bucket ${ctx.config.s3.bucket}`;
  const work = async (): Promise<string> => {
    await testStorage(ctx.storage, `checks/${ctx.random.id()}`);
    return `Wrote a test file to ${location}, read part of it, then deleted it.`;
  };
  return timed(ctx, work, storageAdvice);
}

function gatewayAdvice(error: unknown): string | null {
  if (error instanceof GatewayUnavailable)
    return 'The payment gateway didn’t respond. Check STRIPE_API_BASE, your network and the gateway’s status page.';
  if (!(error instanceof GatewayRejected)) return null;
  if (error.reason === 'keys') return 'The payment gateway rejected your key. Check STRIPE_SECRET_KEY and its permissions.';
  if (error.reason === 'busy') return 'The payment gateway is busy. Try again in a minute.';
  return `The payment gateway rejected the request: ${error.message}`;
}

/** Requests the site's account from the selected gateway. Rejects with trial_failed. */
export const testGateway = (ctx: Context): Promise<TestResult> =>
  timed(ctx, () => gatewayFor(ctx, ctx.settings.values().paymentGateway).testConnection(), gatewayAdvice);

const countries = new Intl.DisplayNames('en', { type: 'region' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Looks up the country of an address. Rejects with trial_failed. */
export function testGeo(ctx: Context, address: string): Promise<TestResult> {
  const work = async (): Promise<string> => {
    const code = await ctx.geo.countryOf(address);
    const dataFrom = await geoDataBuiltAt();
    const age = Math.max(0, Math.floor((ctx.clock.now().getTime() - dataFrom.getTime()) / day_ms));
    const found =
      code === null
        ? `No country found for ${address}. Private network addresses don’t have one.`
        : `${address}: ${countries.of(code) ?? code} (${code}).`;
    return `${found} The country data is from ${days.format(dataFrom)}, ${String(age)} days old. Update the site to get newer data.`;
  };
  return timed(ctx, work, () => 'Couldn’t read the country data. Run npm ci to reinstall it.');
}

const engineAdvice: Record<EngineName, string> = {
  embedded: 'The built-in streaming engine isn’t responding. Start it with npm run start:live and check its log.',
  livekit: 'Couldn’t connect to LiveKit. Check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
  agora: 'Couldn’t connect to Agora. Check AGORA_CUSTOMER_KEY and AGORA_CUSTOMER_SECRET.',
};

async function testEngine(ctx: Context, engine: StreamingEngine): Promise<string> {
  const room = ctx.random.id();
  if (!(await engine.isUp())) throw new EngineUnavailable(engine.name);
  const { token } = await engine.credentials({ room, identity: ctx.random.id(), role: 'publisher', ttl_s: 60 });
  await engine.roomState(room);
  await engine.endRoom(room);
  if (token === '') reject('Couldn’t create an Agora token with these keys. Check AGORA_APP_ID and AGORA_APP_CERTIFICATE.');
  if (engine.cannotSeeParticipants)
    return 'Created a token with your Agora keys. Without AGORA_CUSTOMER_KEY, we can’t check it with Agora. Start a live stream to test it.';
  if (engine.name === 'embedded') return 'The built-in streaming engine created a test room and deleted it.';
  return `Connected to ${engine.name === 'livekit' ? 'LiveKit' : 'Agora'} and created a token.`;
}

/** Lets the selected live engine create a room and a token for it. Rejects with trial_failed. */
export const testLive = (ctx: Context): Promise<TestResult> =>
  timed(
    ctx,
    () => testEngine(ctx, streamingEngine(ctx)),
    (error) => (error instanceof EngineUnavailable ? engineAdvice[ctx.settings.values().streamingEngine as EngineName] : null),
  );
