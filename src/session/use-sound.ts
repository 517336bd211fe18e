/** Sounds that tell of something, each with a switch that this browser remembers. */
import { useCallback, useState } from 'react';
import { chime } from '@web/lib/chime';

export interface Sound {
  isOn: boolean;
  turn: (isOn: boolean) => void;
  /** Sounds, where it is on and the browser lets it. */
  play: () => void;
}

const off = 'off';

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) !== off;
  } catch {
    return true;
  }
}

/** `name`: what it tells of. */
export function useSound(name: 'tips' | 'private-requests'): Sound {
  const key = `sound-${name}`;
  const [isOn, setOn] = useState(() => typeof window === 'undefined' || read(key));
  const turn = useCallback(
    (wished: boolean) => {
      setOn(wished);
      try {
        localStorage.setItem(key, wished ? 'on' : off);
      } catch {
        // A storage that is closed forgets the wish with the page.
      }
    },
    [key],
  );
  const play = useCallback(() => {
    if (isOn) chime();
  }, [isOn]);
  return { isOn, turn, play };
}
