/** Sounds that tell of something, each with a switch that this browser remembers. */
import { useCallback, useState } from 'react';
import { chime } from '@web/lib/chime';
import { keepStored, readStored } from '@web/session/storage';

export interface Sound {
  isOn: boolean;
  turn: (isOn: boolean) => void;
  /** Sounds, where it is on and the browser lets it. */
  play: () => void;
}

const off = 'off';

/** `name`: what it tells of. */
export function useSound(name: 'tips' | 'private-requests'): Sound {
  const key = `sound-${name}`;
  const [isOn, setOn] = useState(() => readStored(key) !== off);
  const turn = useCallback(
    (wished: boolean) => {
      setOn(wished);
      keepStored(key, wished ? 'on' : off);
    },
    [key],
  );
  const play = useCallback(() => {
    if (isOn) chime();
  }, [isOn]);
  return { isOn, turn, play };
}
