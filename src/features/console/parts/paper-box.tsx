/** One identity document: the image, or a link to the file. */
import type { ResponseOf } from '@web/services/call';
import { FileIcon } from '@web/ui/icons/icons';
import { TimeAgo } from '@web/ui/display/times';
import styles from './console.module.css';

type DocumentFile = ResponseOf<'POST /performers/documents/upload'>;

/** `file` is undefined while the document has not been uploaded. */
export function IdentityDocument({ title, file }: { title: string; file: DocumentFile | undefined }) {
  if (file === undefined) {
    return (
      <figure className={styles.paper}>
        <figcaption>{title}</figcaption>
        <div className={styles.paperBox}>
          <span className={styles.quiet}>Not uploaded yet</span>
        </div>
      </figure>
    );
  }
  const { url, mimeType, name, createdAt } = file;
  const isPicture = mimeType.startsWith('image/');
  return (
    <figure className={styles.paper}>
      <figcaption>
        {title}{' '}
        <span className={styles.quiet}>
          · <TimeAgo at={createdAt} />
        </span>
      </figcaption>
      <div className={styles.paperBox}>
        {isPicture && url !== null ? <img src={url} alt={`${title}: ${name}`} /> : <FileIcon className={styles.paperIcon} />}
      </div>
      {url === null ? null : (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {isPicture ? 'View full size' : `Open ${name}`}
          <span className="visually-hidden"> (opens in a new window)</span>
        </a>
      )}
    </figure>
  );
}
