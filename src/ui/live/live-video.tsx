/** A live video, sent or received. If the browser blocks autoplay with sound, it plays muted and shows a button. */
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { SoundIcon } from '../icons/icons';
import styles from './live-video.module.css';

interface LiveVideoProps {
  stream: MediaStream | null;
  /** The accessible label. */
  label: string;
  /** The viewer's own camera: mirrored and muted. */
  own?: boolean;
  small?: boolean;
  /** A status text over the video, which does not shift the layout. */
  statusText?: ReactNode;
}

export function LiveVideo({ stream, label, own = false, small = false, statusText = null }: LiveVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isSilenced, setSilenced] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    if (stream === null) return;
    let isReplaced = false;
    element.play().catch(() => {
      // Interrupted by another stream, which is played separately.
      if (isReplaced || element.muted) return;
      element.muted = true;
      setSilenced(true);
      element.play().catch(() => undefined);
    });
    return () => {
      isReplaced = true;
    };
  }, [stream]);
  const unmute = () => {
    if (video.current) video.current.muted = false;
    setSilenced(false);
  };
  return (
    <div className={cx(styles.box, small && styles.small)}>
      <video ref={video} className={cx(styles.picture, own && styles.mirrored)} aria-label={label} muted={own} autoPlay playsInline />
      {statusText === null ? null : (
        <div className={styles.words} role="status">
          {statusText}
        </div>
      )}
      {isSilenced ? (
        <div className={styles.sound}>
          <Button kind="primary" icon={<SoundIcon />} onPress={unmute}>
            Turn sound on
          </Button>
        </div>
      ) : null}
    </div>
  );
}
