/** The client for Agora. Its SDK reconnects by itself; tokens are renewed through the server. */
import AgoraRTC, { type ClientRole, type IAgoraRTCClient, type ILocalAudioTrack, type ILocalVideoTrack } from 'agora-rtc-sdk-ng';
import { trackKindOf } from '@web/lib/track-kind';
import {
  sessionEnd,
  CredentialsRejected,
  setTrack,
  type SessionCallbacks,
  type EngineClient,
  type EngineSession,
  type SessionEnd,
  type LiveCredentials,
  type LiveStats,
} from './engine-client';

/** The SDK's log level without any output. */
const logLevelNone = 4;
const endings: Partial<Record<string, SessionEnd>> = {
  UID_CONFLICT: 'replaced',
  UID_BANNED: 'evicted',
  CHANNEL_BANNED: 'evicted',
  IP_BANNED: 'evicted',
  TOKEN_EXPIRE: 'evicted',
};
/** A bad token has no specific error code: it is recognized by the message. */
const isRejection = (error: unknown): error is Error & { code: string } => {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code in endings || (code === 'CAN_NOT_GET_GATEWAY_SERVER' && /token|dynamic key/i.test(error.message));
};

function open(role: ClientRole): IAgoraRTCClient {
  AgoraRTC.setLogLevel(logLevelNone);
  return AgoraRTC.createClient({ mode: 'live', codec: 'vp8', role });
}

async function joinChannel(
  agora: IAgoraRTCClient,
  credentials: LiveCredentials,
  { onReconnecting, renew }: SessionCallbacks,
): Promise<Pick<EngineSession, 'ended' | 'close'>> {
  const { ended, end } = sessionEnd();
  const { appId, room, token, uid } = credentials;
  agora.on('connection-state-change', (now, before, reason) => {
    if (now === 'DISCONNECTED') end((reason !== undefined && endings[reason]) || 'lost');
    else if (before === 'RECONNECTING' || now === 'RECONNECTING') onReconnecting(now === 'RECONNECTING');
  });
  const renewToken = async (): Promise<void> => {
    const fresh = await renew();
    // To Agora another uid is another participant, who has to join again.
    if (fresh?.uid === uid) await agora.renewToken(fresh.token);
    else end(fresh === null ? 'evicted' : 'lost');
  };
  agora.on('token-privilege-will-expire', () => {
    // If the server does not respond, the token expires and ends the session.
    void renewToken().catch(() => undefined);
  });
  agora.on('token-privilege-did-expire', () => end('evicted'));
  const close = async (): Promise<void> => {
    end('lost');
    await agora.leave();
  };
  try {
    await agora.join(appId ?? '', room, token, uid);
  } catch (error) {
    throw isRejection(error) ? new CredentialsRejected(error.message) : error;
  }
  return { ended, close };
}

const toKbps = (bitsPerSecond: number): number => Math.round(bitsPerSecond / 1000);

export const client: EngineClient = {
  publish: async ({ tracks, bitrate_kbps }, credentials, callbacks) => {
    const agora = open('host');
    const session = await joinChannel(agora, credentials, callbacks);
    let video: ILocalVideoTrack | null = null;
    let audio: ILocalAudioTrack | null = null;
    const sendVideo = async (mediaStreamTrack: MediaStreamTrack): Promise<void> => {
      video = AgoraRTC.createCustomVideoTrack({ mediaStreamTrack, bitrateMax: bitrate_kbps });
      await agora.publish(video);
    };
    const sendAudio = async (mediaStreamTrack: MediaStreamTrack): Promise<void> => {
      // Audio tracks cannot be replaced: the new one is published within the same connection.
      if (audio) await agora.unpublish(audio);
      audio = AgoraRTC.createCustomAudioTrack({ mediaStreamTrack });
      await agora.publish(audio);
    };
    const send = (track: MediaStreamTrack): Promise<void> => (trackKindOf(track) === 'video' ? sendVideo(track) : sendAudio(track));
    try {
      for (const track of tracks.values()) await send(track);
    } catch (error) {
      await session.close();
      throw error;
    }
    return {
      ...session,
      stats: async (): Promise<LiveStats> => {
        const { SendBitrate, RTT } = agora.getRTCStats();
        return { bitrate_kbps: toKbps(SendBitrate), loss: agora.getLocalVideoStats().currentPacketLossRate, rtt_ms: RTT };
      },
      replaceTrack: async (track) => {
        if (video && trackKindOf(track) === 'video') await video.replaceTrack(track, false);
        else await send(track);
      },
    };
  },

  watch: async (incoming, credentials, callbacks) => {
    const agora = open('audience');
    agora.on('user-published', (publisher, kind) => {
      const track = kind === 'video' ? agora.subscribe(publisher, 'video') : agora.subscribe(publisher, 'audio');
      // A failed subscription is followed by another `user-published`, or by the end of the session.
      track.then((remote) => setTrack(incoming, remote.getMediaStreamTrack())).catch(() => undefined);
    });
    agora.on('user-unpublished', (_publisher, kind) => {
      for (const track of incoming.getTracks()) if (track.kind === kind) incoming.removeTrack(track);
    });
    const session = await joinChannel(agora, credentials, callbacks);
    return {
      ...session,
      stats: async (): Promise<LiveStats> => {
        const { RecvBitrate, RTT } = agora.getRTCStats();
        const [video] = Object.values(agora.getRemoteVideoStats());
        return { bitrate_kbps: toKbps(RecvBitrate), loss: video?.currentPacketLossRate ?? null, rtt_ms: RTT };
      },
    };
  },
};
