/** The submit buttons of an editor: publish now or at a set time, or save a draft; a published item keeps its status. */
import type { ReactNode } from 'react';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import styles from './editing.module.css';

interface PublishButtonsProps {
  isPublished: boolean;
  /** The publication time as the field's value; empty to publish immediately. */
  scheduledAt: string;
  busy: boolean;
  /** The error of the last attempt. */
  error: string | null;
  onSaveDraft: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The first button submits the surrounding form. */
export function PublishButtons({ isPublished, scheduledAt, busy, error, onSaveDraft, children }: PublishButtonsProps) {
  return (
    <>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {isPublished ? 'Save changes' : scheduledAt === '' ? 'Publish' : 'Schedule'}
        </Button>
        {isPublished ? null : (
          <Button busy={busy} onPress={onSaveDraft}>
            Save draft
          </Button>
        )}
        {children}
      </div>
    </>
  );
}
