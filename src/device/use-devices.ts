/** Camera and microphone: requested, switched without interruption, and stopped on unmount. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { kindOf, type Kind } from '@web/lib/track-kind';

/** `refused`: permission denied · `none`: no such device · `taken`: in use by another program · `unsupported`: no API in this browser. */
export type DeviceError = 'refused' | 'none' | 'taken' | 'unsupported';

export type Tracks = Partial<Record<Kind, MediaStreamTrack>>;
export interface OfferedDevice {
  value: string;
  label: string;
}

export interface Devices {
  state: 'asking' | 'ready' | DeviceError;
  /** Always the same stream; its tracks change. Null in a server render. */
  stream: MediaStream | null;
  tracks: Tracks;
  offered: Record<Kind, OfferedDevice[]>;
  /** Why the last choice of a device failed. */
  failure: { kind: Kind; error: DeviceError } | null;
  choose: (kind: Kind, deviceId: string) => Promise<void>;
  /** Retries, after permission was granted or a device was plugged in. */
  retry: () => void;
}

const preferences: Record<Kind, MediaTrackConstraints> = {
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  audio: { echoCancellation: true, noiseSuppression: true },
};
const kinds: readonly Kind[] = ['video', 'audio'];
const kindOfInput: Partial<Record<MediaDeviceKind, Kind>> = { videoinput: 'video', audioinput: 'audio' };
const kindLabels: Record<Kind, string> = { video: 'Camera', audio: 'Microphone' };

const permissionErrors = ['NotAllowedError', 'SecurityError'];
const inUseErrors = ['NotReadableError', 'AbortError'];
function errorOf(thrown: unknown): DeviceError {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';
  if (permissionErrors.includes(name)) return 'refused';
  return inUseErrors.includes(name) ? 'taken' : 'none';
}

/** Undefined in old browsers and on pages without TLS. */
const mediaDevices = (): MediaDevices | undefined => (navigator as Partial<Navigator>).mediaDevices;

const tracksOf = async (constraints: MediaStreamConstraints): Promise<MediaStreamTrack[]> =>
  (await mediaDevices()?.getUserMedia(constraints))?.getTracks() ?? [];

/** Opens camera and microphone with one permission prompt. If one is missing, opens the other. */
async function openBoth(): Promise<MediaStreamTrack[]> {
  try {
    return await tracksOf(preferences);
  } catch (thrown) {
    if (errorOf(thrown) === 'refused') throw thrown;
    const results = await Promise.allSettled(kinds.map((kind) => tracksOf({ [kind]: preferences[kind] })));
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length === 0) throw thrown;
    return found;
  }
}

async function offeredNow(): Promise<Devices['offered']> {
  const offered: Devices['offered'] = { video: [], audio: [] };
  for (const { kind, deviceId, label } of (await mediaDevices()?.enumerateDevices()) ?? []) {
    const inputKind = kindOfInput[kind];
    if (inputKind === undefined || deviceId === '') continue;
    const position = offered[inputKind].length + 1;
    offered[inputKind].push({ value: deviceId, label: label || `${kindLabels[inputKind]} ${String(position)}` });
  }
  return offered;
}

/** Requests the devices once `isWanted` is true, and stops them when it is false. */
export function useDevices(isWanted: boolean): Devices {
  const [stream] = useState(() => (typeof MediaStream === 'undefined' ? null : new MediaStream()));
  const [state, setState] = useState<Devices['state']>('asking');
  const [tracks, setTracks] = useState<Tracks>({});
  const [offered, setOffered] = useState<Devices['offered']>({ video: [], audio: [] });
  const [failure, setFailure] = useState<Devices['failure']>(null);
  const [round, setRound] = useState(0);
  const tracksRef = useRef<Tracks>({});
  /** The newest choice of each kind. A track that opens for an older choice, or after unmount, is stopped. */
  const newestChoice = useRef<Partial<Record<Kind, symbol>>>({});

  const drop = useCallback(
    (kind: Kind) => {
      const { [kind]: dropped, ...rest } = tracksRef.current;
      if (!dropped) return;
      tracksRef.current = rest;
      stream?.removeTrack(dropped);
      dropped.stop();
    },
    [stream],
  );

  const take = useCallback(
    (track: MediaStreamTrack) => {
      const kind = kindOf(track);
      drop(kind);
      tracksRef.current = { ...tracksRef.current, [kind]: track };
      stream?.addTrack(track);
      setTracks(tracksRef.current);
      track.addEventListener('ended', () => {
        // The device was unplugged, or the permission was revoked.
        if (tracksRef.current[kind] !== track) return;
        drop(kind);
        setTracks(tracksRef.current);
        setFailure({ kind, error: 'none' });
      });
    },
    [drop, stream],
  );

  useEffect(() => {
    if (!isWanted) return;
    let isUnmounted = false;
    const begin = async () => {
      await Promise.resolve();
      if (mediaDevices() === undefined) {
        setState('unsupported');
        return;
      }
      setState('asking');
      try {
        const found = await openBoth();
        if (isUnmounted) {
          found.forEach((track) => track.stop());
          return;
        }
        found.forEach(take);
        setFailure(null);
        setState('ready');
        setOffered(await offeredNow());
      } catch (thrown) {
        if (isUnmounted) return;
        setTracks({});
        setState(errorOf(thrown));
      }
    };
    const refreshOffered = () => void offeredNow().then(setOffered, () => undefined);
    void begin();
    const devices = mediaDevices();
    devices?.addEventListener('devicechange', refreshOffered);
    return () => {
      isUnmounted = true;
      devices?.removeEventListener('devicechange', refreshOffered);
      newestChoice.current = {};
      kinds.forEach(drop);
    };
  }, [isWanted, round, take, drop]);

  const choose = useCallback(
    async (kind: Kind, deviceId: string) => {
      const choice = Symbol(deviceId);
      newestChoice.current = { ...newestChoice.current, [kind]: choice };
      const isOutdated = () => newestChoice.current[kind] !== choice;
      const open = () => tracksOf({ [kind]: { ...preferences[kind], deviceId: { exact: deviceId } } });
      try {
        const [track] = await open().catch((thrown: unknown) => {
          if (isOutdated() || errorOf(thrown) !== 'taken') throw thrown;
          // Phones open only one camera at a time: close the current one and retry.
          drop(kind);
          return open();
        });
        if (isOutdated()) {
          track?.stop();
          return;
        }
        if (track) take(track);
        setFailure(null);
      } catch (thrown) {
        if (isOutdated()) return;
        setTracks(tracksRef.current);
        setFailure({ kind, error: errorOf(thrown) });
      }
    },
    [drop, take],
  );

  const retry = useCallback(() => setRound((before) => before + 1), []);
  return { state, stream, tracks, offered, failure, choose, retry };
}
