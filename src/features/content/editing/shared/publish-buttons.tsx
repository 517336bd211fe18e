/** The ways out of an editor: publish now or at its time, or keep a draft; what is out already is saved as it is. */
import type { ReactNode } from 'react';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import styles from './editing.module.css';

interface PublishButtonsProps {
  isOut: boolean;
  /** When it is published, as the field has it; empty for at once. */
  scheduledAt: string;
  busy: boolean;
  /** Why the last try came to nothing. */
  problem: string | null;
  onDraft: () => void;
  /** What else may be done. */
  children?: ReactNode;
}

/** The first of them sends the form around them. */
export function PublishButtons({ isOut, scheduledAt, busy, problem, onDraft, children }: PublishButtonsProps) {
  return (
    <>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {isOut ? 'Save changes' : scheduledAt === '' ? 'Publish' : 'Schedule'}
        </Button>
        {isOut ? null : (
          <Button busy={busy} onPress={onDraft}>
            Save draft
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
