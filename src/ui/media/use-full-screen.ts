/** Full screen and picture in picture, where supported. iPhones only support full screen of the video element. */
import { useCallback, useEffect, useState } from 'react';
import type { RefObject } from 'react';

export interface FullScreen {
  isOn: boolean;
  /** Toggles full screen. Always true, so that the key counts as handled. */
  toggle: () => boolean;
}

interface WebkitVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Ignores rejections, such as a denied permission. */
const ignoreRejection = (promise: Promise<unknown> | undefined): void => void promise?.catch(() => undefined);

export function useFullScreen(frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>): FullScreen {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [frame]);
  const toggle = useCallback(() => {
    if (document.fullscreenElement) ignoreRejection(document.exitFullscreen());
    else if (typeof frame.current?.requestFullscreen === 'function') ignoreRejection(frame.current.requestFullscreen());
    else {
      const webkitVideo: WebkitVideo | null = video.current;
      webkitVideo?.webkitEnterFullscreen?.();
    }
    return true;
  }, [frame, video]);
  return { isOn, toggle };
}

export const hasPictureInPicture = (): boolean => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) ignoreRejection(document.exitPictureInPicture());
  else ignoreRejection(video?.requestPictureInPicture());
}
