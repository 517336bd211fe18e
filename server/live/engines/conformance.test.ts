/** The laws of the face, asked of the engines that run elsewhere, over HTTP against stand-ins on loopback. */
import { TokenVerifier } from 'livekit-server-sdk';
import { AgoraRefusal, openAgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { LivekitRefusal, openLivekitStandIn, type LivekitWindow } from '../../../tests/kit/stand-ins/livekit';
import { testClock } from '../../../tests/kit/host/test-clock';
import { agoraEngine } from './agora.engine';
import { callTiming } from '../../streaming/calls';
import { engineConformance, NotLetIn, type EngineHarness, type People, type Presence } from './conformance';
import type { Credentials, StreamingEngine } from '../../streaming/engine';
import { livekitEngine } from './livekit.engine';
import { bearerOf } from './livekit.tokens';

async function livekitHarness(): Promise<EngineHarness> {
  const clock = testClock();
  const standIn = await openLivekitStandIn(clock);
  const engine = livekitEngine(standIn.options, clock);
  standIn.onWebhook = ({ body, authorization }) => engine.hearWebhook(body, authorization);
  const letIn = async (token: string, enter: (window: LivekitWindow) => Promise<void>): Promise<Presence> => {
    try {
      const window = await standIn.join(token);
      // The webhook of her coming is heard: whoever had no right is out before a picture could come.
      if (window.endedBy() === 'removed') throw new LivekitRefusal('put out on the spot');
      await enter(window);
      return window;
    } catch (error) {
      throw error instanceof LivekitRefusal ? new NotLetIn(error.message) : error;
    }
  };
  const people: People = {
    publish: ({ token }) => letIn(token, (window) => window.publish()),
    watch: ({ token }) => letIn(token, async () => undefined),
  };
  return {
    engine,
    clock,
    people,
    read: async (token) => {
      const claims = await new TokenVerifier(standIn.options.apiKey, standIn.options.apiSecret).verify(token).catch(() => null);
      const room = claims?.video?.room;
      if (!claims || room === undefined) return null;
      return { room, identity: bearerOf({ identity: claims.sub ?? '' }).person, role: claims.video?.canPublish ? 'publisher' : 'viewer' };
    },
    close: async () => {
      await engine.close();
      await standIn.close();
    },
  };
}

async function agoraHarness(keys: 'all' | 'no RESTful API'): Promise<EngineHarness> {
  const clock = testClock();
  const standIn = await openAgoraStandIn(clock);
  const options = keys === 'all' ? standIn.options : { ...standIn.options, rest: null };
  const quick = { ...callTiming, turn_ms: 5, look_ms: 20 };
  const agora = agoraEngine(options, clock, quick);
  /** A token carries a number; whose it is was told with it. */
  const given = new Map<string, string>();
  const engine: StreamingEngine = {
    ...agora,
    credentials: async (entry) => {
      const credentials = await agora.credentials(entry);
      given.set(credentials.token, entry.identity);
      return credentials;
    },
  };
  const letIn = async ({ token, uid }: Credentials, as: 'host' | 'audience'): Promise<Presence> => {
    try {
      return standIn.join(token, uid ?? 0, as);
    } catch (error) {
      throw error instanceof AgoraRefusal ? new NotLetIn(error.message) : error;
    }
  };
  const people: People = { publish: (credentials) => letIn(credentials, 'host'), watch: (credentials) => letIn(credentials, 'audience') };
  return {
    engine,
    clock,
    ...(keys === 'all' && { people }),
    read: async (token) => {
      const claims = standIn.read(token);
      return claims && { room: claims.channel, identity: given.get(token) ?? '', role: claims.mayPublish ? 'publisher' : 'viewer' };
    },
    close: async () => {
      await engine.close();
      await standIn.close();
    },
  };
}

engineConformance('livekit', livekitHarness);
engineConformance('agora', () => agoraHarness('all'));
engineConformance('agora without its RESTful API', () => agoraHarness('no RESTful API'));
