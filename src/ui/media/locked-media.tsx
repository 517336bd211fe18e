/**
 * What is locked, and still good to look at: the few bytes of its blur, what is inside, why it is locked and the one way that
 * opens it. The box has the ratio of the real thing and grows only when the words need more room.
 */
import { insideWords } from '@web/lib/wording/item-labels';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { LockIcon } from '../icons/icons';
import styles from './locked-media.module.css';

export interface LockedMediaProps {
  /** A picture of a few bytes as a data address. */
  blur: string | null;
  /** Width : height of the real thing. */
  ratio: number;
  kind: 'photo' | 'video' | 'audio' | 'text';
  count?: number | undefined;
  duration_s?: number | undefined;
  /** What its button says and does; null where nothing would open it. */
  way: { label: string; onPress: () => void; busy?: boolean } | null;
  /** Why it is locked, as a sentence. */
  reason: string;
}

export function LockedMedia({ blur, ratio, kind, count, duration_s, way, reason }: LockedMediaProps) {
  const inside = insideWords({ kind, count, duration_s });
  const isText = kind === 'text';
  return (
    <div className={cx(styles.box, isText && styles.text)} style={isText ? undefined : { aspectRatio: String(ratio) }}>
      {blur === null || isText ? null : <span className={styles.blur} aria-hidden="true" style={{ backgroundImage: `url("${blur}")` }} />}
      <div className={styles.words}>
        <p className={styles.inside}>
          <LockIcon />
          <span className="visually-hidden">Locked. </span>
          {inside === null ? null : <span className="figures">{inside}</span>}
        </p>
        <p className={styles.reason}>{reason}</p>
        {way === null ? null : (
          <Button kind="primary" size="small" busy={way.busy ?? false} onPress={way.onPress}>
            {way.label}
          </Button>
        )}
      </div>
    </div>
  );
}
