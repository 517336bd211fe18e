/** A fake engine: in every room the performer publishes, and one fan watches. */
import type { StreamingEngine } from '@server/live/engines/engine';
import type { Streaming } from '@server/live/engines/engines';

const doNothing = (): Promise<void> => Promise.resolve();
const unexpectedCall = (): Promise<never> => Promise.reject(new Error('this engine has no credentials'));

export function engineWithViewer(fanId: string): Streaming {
  const embedded: StreamingEngine = {
    name: 'embedded',
    canRecord: false,
    credentials: unexpectedCall,
    roomState: () => Promise.resolve({ isPublished: true, viewers: [fanId] }),
    evict: doNothing,
    endRoom: doNothing,
    startRecording: doNothing,
    stopRecording: doNothing,
    recordingState: () => Promise.resolve({ status: 'none' }),
    listen: () => () => undefined,
    isUp: () => Promise.resolve(true),
    close: doNothing,
  };
  return { byName: { embedded }, handleLivekitWebhook: () => Promise.resolve(false), close: doNothing };
}
