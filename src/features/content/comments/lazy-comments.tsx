/** The comments section of an item's page. Its code is loaded after the page; locked items have none. */
import dynamic from 'next/dynamic';
import { countWords } from '@web/lib/i18n/counts';
import { cx } from '@web/ui/core/cx';
import { Skeleton } from '@web/ui/feedback/states';
import type { CommentThreadProps } from './comment-thread';
import styles from './comments.module.css';

const CommentThread = dynamic(() => import('./comment-thread').then((loaded) => loaded.CommentThread), {
  ssr: false,
  loading: () => <Skeleton shape="row" count={3} label="Loading comments…" />,
});

interface LazyCommentsProps extends Omit<CommentThreadProps, 'canWrite'> {
  total: number;
  access: { isLocked: boolean; isPublished: boolean };
}

export function LazyComments({ access: { isLocked, isPublished }, total, ...thread }: LazyCommentsProps) {
  if (isLocked) return null;
  return (
    <div className={cx(styles.thread, styles.section)}>
      <h2 className={styles.heading}>{total === 0 ? 'Comments' : countWords(total, 'comment')}</h2>
      <CommentThread {...thread} canWrite={isPublished} />
    </div>
  );
}
