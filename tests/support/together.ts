/** An engine in whose every room the performer publishes and one fan watches. */
import type { StreamingEngine } from '@server/streaming/engine';
import type { Streaming } from '@server/live/engines/engines';

const nothing = (): Promise<void> => Promise.resolve();
const never = (): Promise<never> => Promise.reject(new Error('nobody asks this here'));

export function alwaysTogether(fanId: string): Streaming {
  const embedded: StreamingEngine = {
    name: 'embedded',
    canRecord: false,
    credentials: never,
    roomState: () => Promise.resolve({ isPublished: true, viewers: [fanId] }),
    putOut: nothing,
    endRoom: nothing,
    startRecording: nothing,
    stopRecording: nothing,
    recordingState: () => Promise.resolve({ status: 'none' }),
    listen: () => () => undefined,
    isUp: () => Promise.resolve(true),
    close: nothing,
  };
  return { byName: { embedded }, hearWebhook: () => Promise.resolve(false), close: nothing };
}
