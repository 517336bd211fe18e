/** Which live engine carries the pictures: by the setting in force, out of those that the environment has keys for. */
import { streamingEngines } from '@contract/values';
import { ConfigError, missingKeys, type Config } from '../../kernel/config';
import { engineKeys } from '../../kernel/config-variables';
import type { Clock, Context } from '../../platform/context';
import { EngineAway, type EngineName, type StreamingEngine } from '../../streaming/engine';
import { embeddedEngine } from './embedded/embedded.engine';
import type { LivekitEngine } from './livekit.engine';

export interface Streaming {
  /**
   * Every engine that can be chosen. A stream stays with the engine that it began with: keep its name, and ask for it here.
   */
  readonly byName: Readonly<Partial<Record<EngineName, StreamingEngine>>>;
  /** LiveKit's webhook, see there; false where there are no keys for LiveKit. */
  readonly hearWebhook: LivekitEngine['hearWebhook'];
  close(): Promise<void>;
}

type EngineFactory = (config: Config, clock: Clock) => StreamingEngine | null | Promise<StreamingEngine | null>;

/** Where engines are plugged in; null where the environment has no keys. What only one of them needs is loaded for that one. */
const engineFactories: Partial<Record<EngineName, EngineFactory>> = {
  embedded: (config, clock) =>
    embeddedEngine(config, { whip: `${config.apiUrl}/streaming/whip`, whep: `${config.apiUrl}/streaming/whep` }, clock),
  livekit: async ({ livekit }, clock) => livekit && (await import('./livekit.engine')).livekitEngine(livekit, clock),
  agora: async ({ agora }, clock) => agora && (await import('./agora.engine')).agoraEngine(agora, clock),
};

/** The engines of a configuration. `factories` is for tests. */
export async function openStreaming(config: Config, clock: Clock, factories = engineFactories): Promise<Streaming> {
  const made = await Promise.all(streamingEngines.map(async (name) => [name, (await factories[name]?.(config, clock)) ?? null] as const));
  const opened = made.filter((pair): pair is [EngineName, StreamingEngine] => pair[1] !== null);
  const byName: Streaming['byName'] = Object.fromEntries(opened);
  return {
    byName,
    hearWebhook: async (rawBody, authorization) => {
      const { livekit } = byName;
      return livekit && hearsWebhooks(livekit) ? livekit.hearWebhook(rawBody, authorization) : false;
    },
    close: async () => {
      await Promise.all(opened.map(([, engine]) => engine.close()));
    },
  };
}

const chosenIn = (settings: Context['settings']): EngineName | undefined =>
  streamingEngines.find((name) => name === settings.values().streamingEngine);

/** The engine for streams that begin now. @throws EngineAway where it is not set up */
export function streamingEngine(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const chosen = chosenIn(ctx.settings);
  const engine = chosen && ctx.streaming.byName[chosen];
  if (!engine) throw new EngineAway(`the live engine ${chosen} is not set up`);
  return engine;
}

/** The variables that an engine needs and the environment does not have. */
export function missingEngineKeys(config: Config, name: EngineName): readonly string[] {
  return name === 'embedded' || config[name] !== null ? [] : engineKeys[name];
}

/** Refuses to start with an engine whose keys went away after an operator chose it. @throws ConfigError */
export function assertChosenEngine({ config, settings }: Pick<Context, 'config' | 'settings'>): void {
  const chosen = chosenIn(settings);
  if (chosen && missingEngineKeys(config, chosen).length > 0)
    throw new ConfigError(missingKeys(engineKeys[chosen], `the setting streamingEngine (${chosen}; STREAMING_ENGINE overrules it)`));
}

const hearsWebhooks = (engine: StreamingEngine): engine is LivekitEngine => 'hearWebhook' in engine;
