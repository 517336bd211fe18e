/** Which live engines there are, by their names. */
import type { EngineName, StreamingEngine } from './engine';

export interface Streaming {
  /** Every engine that can be chosen. A stream stays with the engine that it began with: keep its name, and ask for it here. */
  readonly byName: Readonly<Partial<Record<EngineName, StreamingEngine>>>;
  close(): Promise<void>;
}

/** The engines of a configuration. */
export const openStreaming = (): Streaming => ({ byName: {}, close: () => Promise.resolve() });
