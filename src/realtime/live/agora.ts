/** Agora by its own client, which mends broken connections; its tokens are renewed by asking the host. */
import AgoraRTC, { type ClientRole, type IAgoraRTCClient, type ILocalAudioTrack, type ILocalVideoTrack } from 'agora-rtc-sdk-ng';
import {
  kindOf,
  lineEnd,
  NotLetIn,
  takeIn,
  type Ears,
  type EngineClient,
  type Line,
  type LineEnd,
  type LiveCredentials,
  type LiveStats,
} from '@web/lib/live/engine-client';

const errorsAlone = 4;
const endings: Partial<Record<string, LineEnd>> = {
  UID_CONFLICT: 'replaced',
  UID_BANNED: 'put_out',
  CHANNEL_BANNED: 'put_out',
  IP_BANNED: 'put_out',
  TOKEN_EXPIRE: 'put_out',
};
/** A bad token has no code of its own: its words tell. */
const isRefusal = (error: unknown): error is Error & { code: string } => {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return code in endings || (code === 'CAN_NOT_GET_GATEWAY_SERVER' && /token|dynamic key/i.test(error.message));
};

function open(role: ClientRole): IAgoraRTCClient {
  AgoraRTC.setLogLevel(errorsAlone);
  return AgoraRTC.createClient({ mode: 'live', codec: 'vp8', role });
}

async function enter(
  agora: IAgoraRTCClient,
  credentials: LiveCredentials,
  { onMending, renew }: Ears,
): Promise<Pick<Line, 'ended' | 'close'>> {
  const { ended, end } = lineEnd();
  const { appId, room, token, uid } = credentials;
  agora.on('connection-state-change', (now, before, reason) => {
    if (now === 'DISCONNECTED') end((reason !== undefined && endings[reason]) || 'lost');
    else if (before === 'RECONNECTING' || now === 'RECONNECTING') onMending(now === 'RECONNECTING');
  });
  const renewed = async (): Promise<void> => {
    const fresh = await renew();
    // Another number is another person to Agora: she has to come in anew.
    if (fresh?.uid === uid) await agora.renewToken(fresh.token);
    else end(fresh === null ? 'put_out' : 'lost');
  };
  agora.on('token-privilege-will-expire', () => {
    // When nobody answers now, the token ends, and so does the line.
    void renewed().catch(() => undefined);
  });
  agora.on('token-privilege-did-expire', () => end('put_out'));
  const close = async (): Promise<void> => {
    end('lost');
    await agora.leave();
  };
  try {
    await agora.join(appId ?? '', room, token, uid);
  } catch (error) {
    throw isRefusal(error) ? new NotLetIn(error.message) : error;
  }
  return { ended, close };
}

const perSecond = (bits: number): number => Math.round(bits / 1000);

export const client: EngineClient = {
  publish: async ({ tracks, bitrate_kbps }, credentials, ears) => {
    const agora = open('host');
    const line = await enter(agora, credentials, ears);
    let video: ILocalVideoTrack | null = null;
    let audio: ILocalAudioTrack | null = null;
    const sendVideo = async (mediaStreamTrack: MediaStreamTrack): Promise<void> => {
      video = AgoraRTC.createCustomVideoTrack({ mediaStreamTrack, bitrateMax: bitrate_kbps });
      await agora.publish(video);
    };
    const sendAudio = async (mediaStreamTrack: MediaStreamTrack): Promise<void> => {
      // It has no way to give a sound another microphone: it is sent anew, within the same connection.
      if (audio) await agora.unpublish(audio);
      audio = AgoraRTC.createCustomAudioTrack({ mediaStreamTrack });
      await agora.publish(audio);
    };
    const send = (track: MediaStreamTrack): Promise<void> => (kindOf(track) === 'video' ? sendVideo(track) : sendAudio(track));
    try {
      for (const track of tracks.values()) await send(track);
    } catch (error) {
      await line.close();
      throw error;
    }
    return {
      ...line,
      stats: async (): Promise<LiveStats> => {
        const { SendBitrate, RTT } = agora.getRTCStats();
        return { bitrate_kbps: perSecond(SendBitrate), loss: agora.getLocalVideoStats().currentPacketLossRate, rtt_ms: RTT };
      },
      replaceTrack: async (track) => {
        if (video && kindOf(track) === 'video') await video.replaceTrack(track, false);
        else await send(track);
      },
    };
  },

  watch: async (incoming, credentials, ears) => {
    const agora = open('audience');
    agora.on('user-published', (publisher, kind) => {
      const track = kind === 'video' ? agora.subscribe(publisher, 'video') : agora.subscribe(publisher, 'audio');
      // What cannot be had now is published anew, or the line is lost.
      track.then((remote) => takeIn(incoming, remote.getMediaStreamTrack())).catch(() => undefined);
    });
    agora.on('user-unpublished', (_publisher, kind) => {
      for (const track of incoming.getTracks()) if (track.kind === kind) incoming.removeTrack(track);
    });
    const line = await enter(agora, credentials, ears);
    return {
      ...line,
      stats: async (): Promise<LiveStats> => {
        const { RecvBitrate, RTT } = agora.getRTCStats();
        const [video] = Object.values(agora.getRemoteVideoStats());
        return { bitrate_kbps: perSecond(RecvBitrate), loss: video?.currentPacketLossRate ?? null, rtt_ms: RTT };
      },
    };
  },
};
