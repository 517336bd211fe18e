/** The live engines as shows use them. */
import { streamingEngines } from '@contract/values';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { EngineAway, type EngineName, type StreamingEngine } from '../../streaming/engine';

/** The engine that a show began with. @throws EngineAway where it is not set up any more */
export function engineOf(ctx: Pick<Context, 'streaming'>, name: EngineName): StreamingEngine {
  const engine = ctx.streaming.byName[name];
  if (!engine) throw new EngineAway(`the live engine ${name} is not set up`);
  return engine;
}

/** The engine for shows that begin now. Refuses with service_unavailable where it is not set up. */
export function chosenEngine(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const chosen = streamingEngines.find((name) => name === ctx.settings.values().streamingEngine);
  return (chosen && ctx.streaming.byName[chosen]) ?? fail('service_unavailable');
}

/**
 * The engine for private shows that begin now. Refuses with private_off where it cannot see who is there, for minutes are billed by
 * that, and with service_unavailable where none is set up.
 */
export function seeingEngine(ctx: Pick<Context, 'streaming' | 'settings'>): StreamingEngine {
  const engine = chosenEngine(ctx);
  return engine.isBlind === true ? fail('private_off') : engine;
}
