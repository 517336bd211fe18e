/** Trying what the site stands on, for operators who set it up: each trial leaves everything as it was, and says what to do when it fails. */
import { setTimeout as pause } from 'node:timers/promises';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { GatewayAway, GatewayRefused } from '../../money/gateways/gateway';
import { gatewayFor } from '../../money/gateways/gateways';
import { geoDataFrom } from '../../platform/geo/geo';
import { StorageTrialFailed, tryOut, type StorageStep } from '../../platform/media/storage/test-storage';
import { EngineAway, type EngineName, type StreamingEngine } from '../../streaming/engine';
import { streamingEngine } from '../../live/engines/engines';

interface Trial {
  detail: string;
  took_ms: number;
}

/** Whoever pressed the button waits for it; a request ends a little later. */
const patience_ms = 15_000;

const refuse = (message: string): never => fail('trial_failed', { message });

class TooLate extends Error {}

/** What `work` says, and how long it took; `wordsFor` says what to do about a failure, and null of one that is a bug. */
async function timed(ctx: Context, work: () => Promise<string>, wordsFor: (error: unknown) => string | null): Promise<Trial> {
  const began_ms = ctx.clock.now().getTime();
  const end = new AbortController();
  const late = pause(patience_ms, null, { signal: end.signal }).then(() => Promise.reject(new TooLate()));
  late.catch(() => undefined);
  try {
    const detail = await Promise.race([work(), late]);
    return { detail, took_ms: ctx.clock.now().getTime() - began_ms };
  } catch (error) {
    const words = error instanceof TooLate ? 'There was no answer within 15 seconds. Check the address and the network.' : wordsFor(error);
    if (words === null) throw error;
    return refuse(words);
  } finally {
    end.abort();
  }
}

const steps: Record<StorageStep, string> = {
  write: 'A file could not be written',
  read: 'A file that was written could not be read',
  remove: 'A file could not be removed',
};
/** By the code of the file system or the name that a bucket gives its refusal. */
const remedies: Readonly<Record<string, string>> = {
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

function storageWords(error: unknown): string | null {
  if (!(error instanceof StorageTrialFailed)) return null;
  const { code, name, message } = error.cause as { code?: string; name?: string; message?: string };
  const remedy = remedies[code ?? ''] ?? remedies[name ?? ''] ?? `The storage said: ${message ?? 'nothing'}.`;
  return `${steps[error.step]}. ${remedy}`;
}

/** Writes, reads and removes an object where files lie. Refuses with trial_failed. */
export function tryStorage(ctx: Context): Promise<Trial> {
  const place = ctx.config.s3 === null ? 'the folder of this host' : `the bucket ${ctx.config.s3.bucket}`;
  const work = async (): Promise<string> => {
    await tryOut(ctx.storage, `checks/${ctx.chance.id()}`);
    return `An object was written to ${place}, read in part, and removed.`;
  };
  return timed(ctx, work, storageWords);
}

function gatewayWords(error: unknown): string | null {
  if (error instanceof GatewayAway)
    return 'The gateway did not answer. Check STRIPE_API_BASE and the network; its own status page may say more.';
  if (!(error instanceof GatewayRefused)) return null;
  if (error.reason === 'keys') return 'The gateway refused our key. Check STRIPE_SECRET_KEY, and what it is allowed to do.';
  if (error.reason === 'busy') return 'The gateway is busy. Try again in a minute.';
  return `The gateway refused: ${error.message}`;
}

/** Asks the gateway in force who we are to it. Refuses with trial_failed. */
export const tryGateway = (ctx: Context): Promise<Trial> =>
  timed(ctx, () => gatewayFor(ctx, ctx.settings.values().paymentGateway).greet(), gatewayWords);

const countries = new Intl.DisplayNames('en', { type: 'region' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Looks up the country of an address. Refuses with trial_failed. */
export function tryGeo(ctx: Context, address: string): Promise<Trial> {
  const work = async (): Promise<string> => {
    const code = await ctx.geo.countryOf(address);
    const from = await geoDataFrom();
    const age = Math.max(0, Math.floor((ctx.clock.now().getTime() - from.getTime()) / day_ms));
    const found =
      code === null
        ? `No country is known for ${address}: addresses of private networks have none.`
        : `${address} belongs to ${countries.of(code) ?? code} (${code}).`;
    return `${found} The data is of ${days.format(from)}, ${String(age)} days old; updates of the site bring newer.`;
  };
  return timed(ctx, work, () => 'The file of countries cannot be read. Install the site anew with npm ci.');
}

const remedyOf: Record<EngineName, string> = {
  embedded: 'The live engine of this machine does not answer. Start it (npm run start:live), and look into its log.',
  livekit: 'LiveKit does not answer to our keys. Check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET.',
  agora: 'Agora does not answer to our keys. Check AGORA_CUSTOMER_KEY and AGORA_CUSTOMER_SECRET.',
};

async function tryEngine(ctx: Context, engine: StreamingEngine): Promise<string> {
  const room = ctx.chance.id();
  if (!(await engine.isUp())) throw new EngineAway(engine.name);
  const { token } = await engine.credentials({ room, identity: ctx.chance.id(), role: 'publisher', ttl_s: 60 });
  await engine.roomState(room);
  await engine.endRoom(room);
  if (token === '') refuse('Agora makes no ticket of these keys. Check AGORA_APP_ID and AGORA_APP_CERTIFICATE.');
  if (engine.isBlind)
    return 'A ticket was made with the keys of Agora. Without AGORA_CUSTOMER_KEY nobody can ask Agora whether it takes it: begin a show to see.';
  if (engine.name === 'embedded') return 'The live engine of this machine made a room and took it away again.';
  return `${engine.name === 'livekit' ? 'LiveKit' : 'Agora'} answers to our keys, and a ticket was made.`;
}

/** Has the live engine in force make a room and a ticket to it. Refuses with trial_failed. */
export const tryLive = (ctx: Context): Promise<Trial> =>
  timed(
    ctx,
    () => tryEngine(ctx, streamingEngine(ctx)),
    (error) => (error instanceof EngineAway ? remedyOf[ctx.settings.values().streamingEngine as EngineName] : null),
  );
