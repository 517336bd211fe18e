/** Creates the live engines that have keys, and selects the one in the current setting. */
import { streamingEngines } from '@contract/kernel/values/site';
import { ConfigError, missingVariables, type Config } from '../../kernel/config';
import { engineVariables } from '../../kernel/config-variables';
import type { Clock, Context } from '../../platform/context';
import { EngineUnavailable, type EngineName, type StreamingEngine } from './engine';
import { embeddedEngine } from './embedded/embedded.engine';
import type { LivekitEngine } from './livekit.engine';

export interface Streaming {
  /** All available engines. A stream stays on the engine it started with: store its name and look it up here. */
  readonly byName: Readonly<Partial<Record<EngineName, StreamingEngine>>>;
  /** Handles LiveKit's webhook, see `LivekitEngine`; false without LiveKit keys. */
  readonly handleLivekitWebhook: LivekitEngine['handleWebhook'];
  close(): Promise<void>;
}

type EngineFactory = (config: Config, clock: Clock) => StreamingEngine | null | Promise<StreamingEngine | null>;

/** Factories of the engines; null without keys. Libraries of remote engines are loaded only when needed. */
const engineFactories: Partial<Record<EngineName, EngineFactory>> = {
  embedded: (config, clock) =>
    embeddedEngine(config, { whip: `${config.apiUrl}/streaming/whip`, whep: `${config.apiUrl}/streaming/whep` }, clock),
  livekit: async ({ livekit }, clock) => livekit && (await import('./livekit.engine')).livekitEngine(livekit, clock),
  agora: async ({ agora }, clock) => agora && (await import('./agora.engine')).agoraEngine(agora, clock),
};

/** Creates the engines of a configuration. `factories` is for tests. */
export async function openStreaming(config: Config, clock: Clock, factories = engineFactories): Promise<Streaming> {
  const created = await Promise.all(
    streamingEngines.map(async (name) => [name, (await factories[name]?.(config, clock)) ?? null] as const),
  );
  const opened = created.filter((pair): pair is [EngineName, StreamingEngine] => pair[1] !== null);
  const byName: Streaming['byName'] = Object.fromEntries(opened);
  return {
    byName,
    handleLivekitWebhook: async (rawBody, authorization) => {
      const { livekit } = byName;
      return livekit && handlesWebhooks(livekit) ? livekit.handleWebhook(rawBody, authorization) : false;
    },
    close: async () => {
      await Promise.all(opened.map(([, engine]) => engine.close()));
    },
  };
}

const chosenEngineName = (settings: Context['settings']): EngineName | undefined =>
  streamingEngines.find((name) => name === settings.values().streamingEngine);

/** The engine for new streams. @throws EngineUnavailable when it is not configured */
export function streamingEngine(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const chosen = chosenEngineName(ctx.settings);
  const engine = chosen && ctx.streaming.byName[chosen];
  if (!engine) throw new EngineUnavailable(`the live engine ${chosen} is not configured`);
  return engine;
}

/** The environment variables that an engine needs and that are missing. */
export function missingEngineKeys(config: Config, name: EngineName): readonly string[] {
  return name === 'embedded' || config[name] !== null ? [] : engineVariables[name];
}

/** Prevents startup when keys of the chosen engine are missing. @throws ConfigError */
export function assertChosenEngine({ config, settings }: Pick<Context, 'config' | 'settings'>): void {
  const chosen = chosenEngineName(settings);
  if (chosen && missingEngineKeys(config, chosen).length > 0)
    throw new ConfigError(
      missingVariables(engineVariables[chosen], `the setting streamingEngine (${chosen}; STREAMING_ENGINE overrides it)`),
    );
}

const handlesWebhooks = (engine: StreamingEngine): engine is LivekitEngine => 'handleWebhook' in engine;
