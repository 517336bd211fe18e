/** Runs the conformance suite for the hosted engines against stand-in servers on loopback. */
import { TokenVerifier } from 'livekit-server-sdk';
import { AgoraRejection, openAgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { LivekitRejection, openLivekitStandIn, type LivekitConnection } from '../../../tests/kit/stand-ins/livekit';
import { testClock } from '../../../tests/kit/host/test-clock';
import { agoraEngine } from './agora.engine';
import { callTiming } from './calls';
import { engineConformance, JoinRejected, type EngineHarness, type ParticipantDriver, type ParticipantConnection } from './conformance';
import type { Credentials, StreamingEngine } from './engine';
import { livekitEngine } from './livekit.engine';
import { tokenHolderOf } from './livekit.tokens';

async function livekitHarness(): Promise<EngineHarness> {
  const clock = testClock();
  const standIn = await openLivekitStandIn(clock);
  const engine = livekitEngine(standIn.options, clock);
  standIn.onWebhook = ({ body, authorization }) => engine.handleWebhook(body, authorization);
  const joinOrReject = async (token: string, enter: (connection: LivekitConnection) => Promise<void>): Promise<ParticipantConnection> => {
    try {
      const connection = await standIn.join(token);
      // The join webhook has been handled: a person without access is evicted before any media arrives.
      if (connection.endedBy() === 'removed') throw new LivekitRejection('evicted on join');
      await enter(connection);
      return connection;
    } catch (error) {
      throw error instanceof LivekitRejection ? new JoinRejected(error.message) : error;
    }
  };
  const people: ParticipantDriver = {
    publish: ({ token }) => joinOrReject(token, (connection) => connection.publish()),
    watch: ({ token }) => joinOrReject(token, async () => undefined),
  };
  return {
    engine,
    clock,
    people,
    read: async (token) => {
      const claims = await new TokenVerifier(standIn.options.apiKey, standIn.options.apiSecret).verify(token).catch(() => null);
      const room = claims?.video?.room;
      if (!claims || room === undefined) return null;
      return {
        room,
        identity: tokenHolderOf({ identity: claims.sub ?? '' }).person,
        role: claims.video?.canPublish ? 'publisher' : 'viewer',
      };
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
  const fastPolling = { ...callTiming, tick_ms: 5, pollEvery_ms: 20 };
  const agora = agoraEngine(options, clock, fastPolling);
  /** Tokens contain only a uid, so the identity is stored when they are issued. */
  const identityByToken = new Map<string, string>();
  const engine: StreamingEngine = {
    ...agora,
    credentials: async (request) => {
      const credentials = await agora.credentials(request);
      identityByToken.set(credentials.token, request.identity);
      return credentials;
    },
  };
  const joinOrReject = async ({ token, uid }: Credentials, as: 'host' | 'audience'): Promise<ParticipantConnection> => {
    try {
      return standIn.join(token, uid ?? 0, as);
    } catch (error) {
      throw error instanceof AgoraRejection ? new JoinRejected(error.message) : error;
    }
  };
  const people: ParticipantDriver = {
    publish: (credentials) => joinOrReject(credentials, 'host'),
    watch: (credentials) => joinOrReject(credentials, 'audience'),
  };
  return {
    engine,
    clock,
    ...(keys === 'all' && { people }),
    read: async (token) => {
      const claims = standIn.parseToken(token);
      return (
        claims && { room: claims.channel, identity: identityByToken.get(token) ?? '', role: claims.mayPublish ? 'publisher' : 'viewer' }
      );
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
