/**
 * A performer's welcome video: once per browser session, muted, in a corner that covers no content. It can be dismissed permanently, and
 * does not autoplay with reduced motion.
 */
import { useState, useSyncExternalStore } from 'react';
import type { ResponseOf } from '@web/services/call';
import { useFreshFile } from '@web/services/use-fresh-file';
import { Button, IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { hasGreeted, dismissPermanently, markGreeted } from './greetings';
import styles from './welcome-video.module.css';

interface WelcomeVideoProps {
  performer: { _id: string; name: string };
  file: ResponseOf<'GET /files/:id/status'>;
}

const subscribeNever = () => () => undefined;
const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function WelcomeVideo({ performer: { _id: id, name }, file }: WelcomeVideoProps) {
  const [isNew] = useState(() => !hasGreeted(id));
  const [isOpen, setOpen] = useState(true);
  const [fresh, renew] = useFreshFile(file);
  const reducesMotion = useSyncExternalStore(subscribeNever, prefersReducedMotion, () => true);
  if (!isNew || !isOpen || file.sources.length === 0) return null;
  const close = () => {
    markGreeted(id);
    setOpen(false);
  };
  return (
    <section className={styles.greeting} aria-label={`Welcome from ${name}`}>
      <div className={styles.film}>
        <LazyVideo
          file={fresh}
          title={`welcome from ${name}`}
          muted
          autoPlay={!reducesMotion}
          onTime={() => markGreeted(id)}
          onEnded={close}
          onExpired={renew}
        />
      </div>
      <div className={styles.line}>
        <Button
          kind="quiet"
          size="small"
          onPress={() => {
            dismissPermanently(id);
            setOpen(false);
          }}
        >
          Don’t show again
        </Button>
        <IconButton label="Close welcome video" icon={<CloseIcon />} onPress={close} />
      </div>
    </section>
  );
}
