/** Camera and microphone: requested, switched without interruption, and stopped on unmount. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { trackKindOf, type TrackKind } from '@web/lib/track-kind';

/** `denied`: permission denied · `not_found`: no such device · `in_use`: by another program · `unsupported`: no API in this browser. */
export type DeviceError = 'denied' | 'not_found' | 'in_use' | 'unsupported';

export type Tracks = Partial<Record<TrackKind, MediaStreamTrack>>;
export interface OfferedDevice {
  value: string;
  label: string;
}

export interface Devices {
  state: 'asking' | 'ready' | DeviceError;
  /** Always the same stream; its tracks change. Null on the server. */
  stream: MediaStream | null;
  tracks: Tracks;
  offered: Record<TrackKind, OfferedDevice[]>;
  /** Why the last choice of a device failed. */
  failure: { kind: TrackKind; error: DeviceError } | null;
  choose: (kind: TrackKind, deviceId: string) => Promise<void>;
  /** Retries, after permission was granted or a device was plugged in. */
  retry: () => void;
}

const preferences: Record<TrackKind, MediaTrackConstraints> = {
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  audio: { echoCancellation: true, noiseSuppression: true },
};
const kinds: readonly TrackKind[] = ['video', 'audio'];
const kindOfInput: Partial<Record<MediaDeviceKind, TrackKind>> = { videoinput: 'video', audioinput: 'audio' };
const kindLabels: Record<TrackKind, string> = { video: 'Camera', audio: 'Microphone' };

const permissionErrors = ['NotAllowedError', 'SecurityError'];
const inUseErrors = ['NotReadableError', 'AbortError'];
function errorOf(thrown: unknown): DeviceError {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';
  if (permissionErrors.includes(name)) return 'denied';
  return inUseErrors.includes(name) ? 'in_use' : 'not_found';
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
    if (errorOf(thrown) === 'denied') throw thrown;
    const results = await Promise.allSettled(kinds.map((kind) => tracksOf({ [kind]: preferences[kind] })));
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length === 0) throw thrown;
    return found;
  }
}

async function listDevices(): Promise<Devices['offered']> {
  const offered: Devices['offered'] = { video: [], audio: [] };
  for (const { kind, deviceId, label } of (await mediaDevices()?.enumerateDevices()) ?? []) {
    const inputKind = kindOfInput[kind];
    if (inputKind === undefined || deviceId === '') continue;
    const position = offered[inputKind].length + 1;
    offered[inputKind].push({ value: deviceId, label: label || `${kindLabels[inputKind]} ${String(position)}` });
  }
  return offered;
}

/** Requests the devices once `isEnabled` is true, and stops them when it is false. */
export function useDevices(isEnabled: boolean): Devices {
  const [stream] = useState(() => (typeof MediaStream === 'undefined' ? null : new MediaStream()));
  const [state, setState] = useState<Devices['state']>('asking');
  const [tracks, setTracks] = useState<Tracks>({});
  const [offered, setOffered] = useState<Devices['offered']>({ video: [], audio: [] });
  const [failure, setFailure] = useState<Devices['failure']>(null);
  const [attempt, setAttempt] = useState(0);
  const tracksRef = useRef<Tracks>({});
  /** The newest choice of each kind. A track that opens for an older choice, or after unmount, is stopped. */
  const newestChoice = useRef<Partial<Record<TrackKind, symbol>>>({});

  const stopTrack = useCallback(
    (kind: TrackKind) => {
      const { [kind]: track, ...rest } = tracksRef.current;
      if (!track) return;
      tracksRef.current = rest;
      stream?.removeTrack(track);
      track.stop();
    },
    [stream],
  );

  const replaceTrack = useCallback(
    (track: MediaStreamTrack) => {
      const kind = trackKindOf(track);
      stopTrack(kind);
      tracksRef.current = { ...tracksRef.current, [kind]: track };
      stream?.addTrack(track);
      setTracks(tracksRef.current);
      track.addEventListener('ended', () => {
        // The device was unplugged, or the permission was revoked.
        if (tracksRef.current[kind] !== track) return;
        stopTrack(kind);
        setTracks(tracksRef.current);
        setFailure({ kind, error: 'not_found' });
      });
    },
    [stopTrack, stream],
  );

  useEffect(() => {
    if (!isEnabled) return;
    let isUnmounted = false;
    const start = async () => {
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
        found.forEach(replaceTrack);
        setFailure(null);
        setState('ready');
        setOffered(await listDevices());
      } catch (thrown) {
        if (isUnmounted) return;
        setTracks({});
        setState(errorOf(thrown));
      }
    };
    const refreshOffered = () => void listDevices().then(setOffered, () => undefined);
    void start();
    const devices = mediaDevices();
    devices?.addEventListener('devicechange', refreshOffered);
    return () => {
      isUnmounted = true;
      devices?.removeEventListener('devicechange', refreshOffered);
      newestChoice.current = {};
      kinds.forEach(stopTrack);
    };
  }, [isEnabled, attempt, replaceTrack, stopTrack]);

  const choose = useCallback(
    async (kind: TrackKind, deviceId: string) => {
      const choice = Symbol(deviceId);
      newestChoice.current = { ...newestChoice.current, [kind]: choice };
      const isOutdated = () => newestChoice.current[kind] !== choice;
      const open = () => tracksOf({ [kind]: { ...preferences[kind], deviceId: { exact: deviceId } } });
      try {
        const [track] = await open().catch((thrown: unknown) => {
          if (isOutdated() || errorOf(thrown) !== 'in_use') throw thrown;
          // Phones open only one camera at a time: close the current one and retry.
          stopTrack(kind);
          return open();
        });
        if (isOutdated()) {
          track?.stop();
          return;
        }
        if (track) replaceTrack(track);
        setFailure(null);
      } catch (thrown) {
        if (isOutdated()) return;
        setTracks(tracksRef.current);
        setFailure({ kind, error: errorOf(thrown) });
      }
    },
    [stopTrack, replaceTrack],
  );

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { state, stream, tracks, offered, failure, choose, retry };
}
