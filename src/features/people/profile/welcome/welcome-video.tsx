/**
 * A performer greets who comes to her page: once in a visit, without sound, in a corner that covers nothing that must be read.
 * It stays away for good where it is told to, and never begins by itself for those who want no movement.
 */
import { useState, useSyncExternalStore } from 'react';
import type { AnswerOf } from '@web/services/call';
import { useFreshFile } from '@web/services/use-fresh-file';
import { Button, IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { LazyVideo } from '@web/ui/media/lazy-video';
import { greetedBefore, keepAway, noteGreeting } from './greetings';
import styles from './welcome-video.module.css';

interface WelcomeVideoProps {
  performer: { _id: string; name: string };
  file: AnswerOf<'GET /files/:id/status'>;
}

const never = () => () => undefined;
const wantsStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function WelcomeVideo({ performer: { _id: id, name }, file }: WelcomeVideoProps) {
  const [isNew] = useState(() => !greetedBefore(id));
  const [isOpen, setOpen] = useState(true);
  const [fresh, renew] = useFreshFile(file);
  const isStill = useSyncExternalStore(never, wantsStillness, () => true);
  if (!isNew || !isOpen || file.sources.length === 0) return null;
  const close = () => {
    noteGreeting(id);
    setOpen(false);
  };
  return (
    <section className={styles.greeting} aria-label={`Welcome from ${name}`}>
      <div className={styles.film}>
        <LazyVideo
          file={fresh}
          title={`welcome from ${name}`}
          muted
          autoPlay={!isStill}
          onTime={() => noteGreeting(id)}
          onEnded={close}
          onExpired={renew}
        />
      </div>
      <div className={styles.line}>
        <Button
          kind="quiet"
          size="small"
          onPress={() => {
            keepAway(id);
            setOpen(false);
          }}
        >
          Do not show again
        </Button>
        <IconButton label="Close the welcome video" icon={<CloseIcon />} onPress={close} />
      </div>
    </section>
  );
}
