/** A fake engine: in every room the performer publishes, and one fan watches. */
import type { StreamingEngine } from '@server/live/engines/engine';
import type { Streaming } from '@server/live/engines/engines';

const resolved = (): Promise<void> => Promise.resolve();
const unexpectedCall = (): Promise<never> => Promise.reject(new Error('these tests ask for no credentials'));

export function engineWithViewer(fanId: string): Streaming {
  const embedded: StreamingEngine = {
    name: 'embedded',
    canRecord: false,
    credentials: unexpectedCall,
    roomState: () => Promise.resolve({ isPublished: true, viewers: [fanId] }),
    evict: resolved,
    endRoom: resolved,
    startRecording: resolved,
    stopRecording: resolved,
    recordingState: () => Promise.resolve({ status: 'none' }),
    listen: () => () => undefined,
    isUp: () => Promise.resolve(true),
    close: resolved,
  };
  return { byName: { embedded }, handleLivekitWebhook: () => Promise.resolve(false), close: resolved };
}
