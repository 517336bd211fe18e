/**
 * A locked item: its blurred preview, its contents, the reason, and the unlock button. The box has the item's aspect ratio and grows only
 * if the text needs more space.
 */
import { contentsText } from '@web/lib/wording/item-labels';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { LockIcon } from '../icons/icons';
import styles from './locked-media.module.css';

export interface LockedMediaProps {
  /** A tiny preview image as a data URL. */
  blur: string | null;
  /** Width : height of the item. */
  ratio: number;
  kind: 'photo' | 'video' | 'audio' | 'text';
  count?: number | undefined;
  duration_s?: number | undefined;
  /** The unlock button; null where nothing unlocks the item. */
  action: { label: string; onPress: () => void; busy?: boolean } | null;
  /** Why it is locked, as a sentence. */
  reason: string;
}

export function LockedMedia({ blur, ratio, kind, count, duration_s, action, reason }: LockedMediaProps) {
  const contents = contentsText({ kind, count, duration_s });
  const isText = kind === 'text';
  return (
    <div className={cx(styles.box, isText && styles.text)} style={isText ? undefined : { aspectRatio: String(ratio) }}>
      {blur === null || isText ? null : <span className={styles.blur} aria-hidden="true" style={{ backgroundImage: `url("${blur}")` }} />}
      <div className={styles.words}>
        <span className={styles.disc}>
          <LockIcon />
        </span>
        <p className={styles.inside}>
          <span className="visually-hidden">Locked. </span>
          {contents === null ? null : <span className="figures">{contents}</span>}
        </p>
        <p className={styles.reason}>{reason}</p>
        {action === null ? null : (
          <Button kind="money" shape="pill" busy={action.busy ?? false} onPress={action.onPress}>
            {action.label}
          </Button>
        )}
      </div>
    </div>
  );
}
