/** The own camera and microphone: asked for, switched without a drop, and let go when the screen goes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { kindOf, type Kind } from '@web/lib/live/engine-client';

/** `refused`: the browser or its owner says no · `none`: there is no such device · `taken`: another program has it · `unsupported`: no way to ask. */
export type DeviceFault = 'refused' | 'none' | 'taken' | 'unsupported';

export type Tracks = Partial<Record<Kind, MediaStreamTrack>>;
export interface OfferedDevice {
  value: string;
  label: string;
}

export interface Devices {
  state: 'asking' | 'ready' | DeviceFault;
  /** The same stream all the time; what is in it changes. Null in a server render. */
  stream: MediaStream | null;
  tracks: Tracks;
  offered: Record<Kind, OfferedDevice[]>;
  /** Why the last wish for another device was not met. */
  problem: { kind: Kind; fault: DeviceFault } | null;
  choose: (kind: Kind, deviceId: string) => Promise<void>;
  /** Asks once more, after it was allowed or plugged in. */
  askAgain: () => void;
}

const wishes: Record<Kind, MediaTrackConstraints> = {
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  audio: { echoCancellation: true, noiseSuppression: true },
};
const kinds: readonly Kind[] = ['video', 'audio'];
const kindOfInput: Partial<Record<MediaDeviceKind, Kind>> = { videoinput: 'video', audioinput: 'audio' };
const kindWords: Record<Kind, string> = { video: 'Camera', audio: 'Microphone' };

const refusals = ['NotAllowedError', 'SecurityError'];
const collisions = ['NotReadableError', 'AbortError'];
function faultOf(thrown: unknown): DeviceFault {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';
  if (refusals.includes(name)) return 'refused';
  return collisions.includes(name) ? 'taken' : 'none';
}

/** Old browsers, and pages that did not come over a secure connection, have none. */
const mediaDevices = (): MediaDevices | undefined => (navigator as Partial<Navigator>).mediaDevices;

const tracksOf = async (constraints: MediaStreamConstraints): Promise<MediaStreamTrack[]> =>
  (await mediaDevices()?.getUserMedia(constraints))?.getTracks() ?? [];

/** A camera and a microphone in one question; where one of them is missing, the other. */
async function openBoth(): Promise<MediaStreamTrack[]> {
  try {
    return await tracksOf(wishes);
  } catch (thrown) {
    if (faultOf(thrown) === 'refused') throw thrown;
    const each = await Promise.allSettled(kinds.map((kind) => tracksOf({ [kind]: wishes[kind] })));
    const found = each.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length === 0) throw thrown;
    return found;
  }
}

async function offeredNow(): Promise<Devices['offered']> {
  const offered: Devices['offered'] = { video: [], audio: [] };
  for (const { kind, deviceId, label } of (await mediaDevices()?.enumerateDevices()) ?? []) {
    const mine = kindOfInput[kind];
    if (mine === undefined || deviceId === '') continue;
    const place = offered[mine].length + 1;
    offered[mine].push({ value: deviceId, label: label || `${kindWords[mine]} ${String(place)}` });
  }
  return offered;
}

/** `isWanted`: not before this are they asked for, and after it they are let go. */
export function useDevices(isWanted: boolean): Devices {
  const [stream] = useState(() => (typeof MediaStream === 'undefined' ? null : new MediaStream()));
  const [state, setState] = useState<Devices['state']>('asking');
  const [tracks, setTracks] = useState<Tracks>({});
  const [offered, setOffered] = useState<Devices['offered']>({ video: [], audio: [] });
  const [problem, setProblem] = useState<Devices['problem']>(null);
  const [round, setRound] = useState(0);
  const held = useRef<Tracks>({});
  /** The newest choice of each kind. What comes for an older one, or once all are let go, is nobody's. */
  const newest = useRef<Partial<Record<Kind, symbol>>>({});

  const drop = useCallback(
    (kind: Kind) => {
      const { [kind]: gone, ...rest } = held.current;
      if (!gone) return;
      held.current = rest;
      stream?.removeTrack(gone);
      gone.stop();
    },
    [stream],
  );

  const take = useCallback(
    (track: MediaStreamTrack) => {
      const kind = kindOf(track);
      drop(kind);
      held.current = { ...held.current, [kind]: track };
      stream?.addTrack(track);
      setTracks(held.current);
      track.addEventListener('ended', () => {
        // It was unplugged, or its owner took it back.
        if (held.current[kind] !== track) return;
        drop(kind);
        setTracks(held.current);
        setProblem({ kind, fault: 'none' });
      });
    },
    [drop, stream],
  );

  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    const begin = async () => {
      await Promise.resolve();
      if (mediaDevices() === undefined) {
        setState('unsupported');
        return;
      }
      setState('asking');
      try {
        const found = await openBoth();
        if (isGone) {
          found.forEach((track) => track.stop());
          return;
        }
        found.forEach(take);
        setProblem(null);
        setState('ready');
        setOffered(await offeredNow());
      } catch (thrown) {
        if (isGone) return;
        setTracks({});
        setState(faultOf(thrown));
      }
    };
    const look = () => void offeredNow().then(setOffered, () => undefined);
    void begin();
    const devices = mediaDevices();
    devices?.addEventListener('devicechange', look);
    return () => {
      isGone = true;
      devices?.removeEventListener('devicechange', look);
      newest.current = {};
      kinds.forEach(drop);
    };
  }, [isWanted, round, take, drop]);

  const choose = useCallback(
    async (kind: Kind, deviceId: string) => {
      const choice = Symbol(deviceId);
      newest.current = { ...newest.current, [kind]: choice };
      const isLate = () => newest.current[kind] !== choice;
      const open = () => tracksOf({ [kind]: { ...wishes[kind], deviceId: { exact: deviceId } } });
      try {
        const [track] = await open().catch((thrown: unknown) => {
          if (isLate() || faultOf(thrown) !== 'taken') throw thrown;
          // Phones open one camera at a time.
          drop(kind);
          return open();
        });
        if (isLate()) {
          track?.stop();
          return;
        }
        if (track) take(track);
        setProblem(null);
      } catch (thrown) {
        if (isLate()) return;
        setTracks(held.current);
        setProblem({ kind, fault: faultOf(thrown) });
      }
    },
    [drop, take],
  );

  const askAgain = useCallback(() => setRound((before) => before + 1), []);
  return { state, stream, tracks, offered, problem, choose, askAgain };
}
