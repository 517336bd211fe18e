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
    const advice =
      error instanceof TimedOut ? 'There was no answer within 15 seconds. Check the address and the network.' : adviceFor(error);
    if (advice === null) throw error;
    return reject(advice);
  } finally {
    ended.abort();
  }
}

const steps: Record<StorageStep, string> = {
  write: 'A file could not be written',
  read: 'A file that was written could not be read',
  remove: 'A file could not be removed',
};
/** By the file system's error code, or the name of an S3 error. */
const storageRemedies: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full: make room, or move DATA_DIR to a larger one.',
  EACCES: 'The folder DATA_DIR/files must belong to the user that the host runs as.',
  EPERM: 'The folder DATA_DIR/files must belong to the user that the host runs as.',
  EROFS: 'The disk of DATA_DIR can only be read.',
  ENOTDIR: 'DATA_DIR/files must be a folder.',
  EEXIST: 'DATA_DIR/files must be a folder.',
  NoSuchBucket: 'There is no such bucket: check S3_BUCKET and S3_REGION.',
  InvalidAccessKeyId: 'The bucket does not know the key: check S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'The secret does not belong to the key: check S3_SECRET_ACCESS_KEY and S3_REGION.',
  AccessDenied: 'The key may not do this: let it put, get and delete objects of the bucket.',
  ECONNREFUSED: 'Nobody answers there: check S3_ENDPOINT.',
  ENOTFOUND: 'There is no host of this name: check S3_ENDPOINT.',
  TimeoutError: 'There was no answer in time: check S3_ENDPOINT and the network.',
};

function storageAdvice(error: unknown): string | null {
  if (!(error instanceof StorageTestFailed)) return null;
  const { code, name, message } = error.cause as { code?: string; name?: string; message?: string };
  const advice = storageRemedies[code ?? ''] ?? storageRemedies[name ?? ''] ?? `The storage said: ${message ?? 'nothing'}.`;
  return `${steps[error.step]}. ${advice}`;
}

/** Writes, reads and removes an object in the file storage. Rejects with trial_failed. */
export function testFileStorage(ctx: Context): Promise<TestResult> {
  const location = ctx.config.s3 === null ? 'the folder of this host' : `the bucket ${ctx.config.s3.bucket}`;
  const work = async (): Promise<string> => {
    await testStorage(ctx.storage, `checks/${ctx.random.id()}`);
    return `An object was written to ${location}, read in part, and removed.`;
  };
  return timed(ctx, work, storageAdvice);
}

function gatewayAdvice(error: unknown): string | null {
  if (error instanceof GatewayUnavailable)
    return 'The gateway did not answer. Check STRIPE_API_BASE and the network; its own status page may say more.';
  if (!(error instanceof GatewayRejected)) return null;
  if (error.reason === 'keys') return 'The gateway refused our key. Check STRIPE_SECRET_KEY, and what it is allowed to do.';
  if (error.reason === 'busy') return 'The gateway is busy. Try again in a minute.';
  return `The gateway refused: ${error.message}`;
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
        ? `No country is known for ${address}: addresses of private networks have none.`
        : `${address} belongs to ${countries.of(code) ?? code} (${code}).`;
    return `${found} The data is of ${days.format(dataFrom)}, ${String(age)} days old; updates of the site bring newer.`;
  };
  return timed(ctx, work, () => 'The file of countries cannot be read. Install the site anew with npm ci.');
}

const engineAdvice: Record<EngineName, string> = {
  embedded: 'The live engine of this machine does not answer. Start it (npm run start:live), and look into its log.',
  livekit: 'LiveKit does not answer to our keys. Check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
  agora: 'Agora does not answer to our keys. Check AGORA_CUSTOMER_KEY and AGORA_CUSTOMER_SECRET.',
};

async function testEngine(ctx: Context, engine: StreamingEngine): Promise<string> {
  const room = ctx.random.id();
  if (!(await engine.isUp())) throw new EngineUnavailable(engine.name);
  const { token } = await engine.credentials({ room, identity: ctx.random.id(), role: 'publisher', ttl_s: 60 });
  await engine.roomState(room);
  await engine.endRoom(room);
  if (token === '') reject('Agora makes no ticket of these keys. Check AGORA_APP_ID and AGORA_APP_CERTIFICATE.');
  if (engine.cannotSeeParticipants)
    return 'A ticket was made with the keys of Agora. Without AGORA_CUSTOMER_KEY nobody can ask Agora whether it takes it: begin a show to see.';
  if (engine.name === 'embedded') return 'The live engine of this machine made a room and took it away again.';
  return `${engine.name === 'livekit' ? 'LiveKit' : 'Agora'} answers to our keys, and a ticket was made.`;
}

/** Lets the selected live engine create a room and a token for it. Rejects with trial_failed. */
export const testLive = (ctx: Context): Promise<TestResult> =>
  timed(
    ctx,
    () => testEngine(ctx, streamingEngine(ctx)),
    (error) => (error instanceof EngineUnavailable ? engineAdvice[ctx.settings.values().streamingEngine as EngineName] : null),
  );
