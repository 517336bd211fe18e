/** A picture that is sent or received now. Where the browser wants a touch before it sounds, it plays silently and offers one. */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { SoundIcon } from '../icons/icons';
import styles from './live-picture.module.css';

interface LivePictureProps {
  stream: MediaStream | null;
  /** Whose it is, for those who do not see it. */
  label: string;
  /** The own one is shown as in a mirror, and without its sound. */
  own?: boolean;
  small?: boolean;
  /** What there is to say while it does not show what it should, in its place: nothing moves when it comes. */
  words?: ReactNode;
}

export function LivePicture({ stream, label, own = false, small = false, words = null }: LivePictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isSilenced, setSilenced] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    if (stream === null) return;
    let isReplaced = false;
    element.play().catch(() => {
      // Another picture has interrupted it, and is asked on its own.
      if (isReplaced || element.muted) return;
      element.muted = true;
      setSilenced(true);
      element.play().catch(() => undefined);
    });
    return () => {
      isReplaced = true;
    };
  }, [stream]);
  const sound = () => {
    if (video.current) video.current.muted = false;
    setSilenced(false);
  };
  return (
    <div className={cx(styles.box, small && styles.small)}>
      <video ref={video} className={cx(styles.picture, own && styles.mirrored)} aria-label={label} muted={own} autoPlay playsInline />
      {words === null ? null : (
        <div className={styles.words} role="status">
          {words}
        </div>
      )}
      {isSilenced ? (
        <div className={styles.sound}>
          <Button kind="primary" icon={<SoundIcon />} onPress={sound}>
            Sound on
          </Button>
        </div>
      ) : null}
    </div>
  );
}
