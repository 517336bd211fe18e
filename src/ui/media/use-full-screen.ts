/** Full screen and picture in picture, as far as the browser has them. Phones that only know the video's own full screen get that. */
import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

export interface FullScreen {
  isOn: boolean;
  /** Whether there is one was found out, and something was done. */
  toggle: () => boolean;
}

interface PhoneVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** What happens when somebody says no is nothing. */
const tried = (act: Promise<unknown> | undefined): void => void act?.catch(() => undefined);

export function useFullScreen(frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>): FullScreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const note = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, [frame]);
  const toggle = useCallback(() => {
    if (document.fullscreenElement) tried(document.exitFullscreen());
    else if (typeof frame.current?.requestFullscreen === 'function') tried(frame.current.requestFullscreen());
    else {
      const phone: PhoneVideo | null = video.current;
      phone?.webkitEnterFullscreen?.();
    }
    return true;
  }, [frame, video]);
  return { isOn, toggle };
}

export const hasPictureInPicture = (): boolean => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) tried(document.exitPictureInPicture());
  else tried(video?.requestPictureInPicture());
}
