/** Notification sounds, each with a switch that is stored in this browser. */
import { useCallback, useState } from 'react';
import { chime } from '@web/lib/chime';
import { writeStored, readStored } from './storage';

export interface Sound {
  isOn: boolean;
  setOn: (isOn: boolean) => void;
  /** Plays the sound if it is on and the browser allows it. */
  play: () => void;
}

const off = 'off';

/** `name`: the kind of event that the sound announces. */
export function useSound(name: 'tips' | 'private-requests'): Sound {
  const key = `sound-${name}`;
  const [isOn, setIsOn] = useState(() => readStored(key) !== off);
  const setOn = useCallback(
    (next: boolean) => {
      setIsOn(next);
      writeStored(key, next ? 'on' : off);
    },
    [key],
  );
  const play = useCallback(() => {
    if (isOn) chime();
  }, [isOn]);
  return { isOn, setOn, play };
}
