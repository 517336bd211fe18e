/** Selects the live engine for a show. */
import { streamingEngines } from '@contract/kernel/values/site';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { EngineUnavailable, type EngineName, type StreamingEngine } from '../engines/engine';

/** The engine that a show started with. @throws EngineUnavailable when it is no longer configured */
export function engineOf(ctx: Pick<Context, 'streaming'>, name: EngineName): StreamingEngine {
  const engine = ctx.streaming.byName[name];
  if (!engine) throw new EngineUnavailable(`the live engine ${name} is not configured`);
  return engine;
}

/** The engine for new shows. Rejects with service_unavailable when it is not configured. */
export function configuredEngine(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const chosen = streamingEngines.find((name) => name === ctx.settings.values().streamingEngine);
  return (chosen && ctx.streaming.byName[chosen]) ?? fail('service_unavailable');
}

/**
 * The engine for new private shows. Rejects with private_off when it does not report participants, which billing needs, and with
 * service_unavailable when none is configured.
 */
export function engineForPrivateShows(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const engine = configuredEngine(ctx);
  return engine.cannotSeeParticipants === true ? fail('private_off') : engine;
}
