/** Rich text by operators. The HTML must be sanitized: it comes from the server or from the editor. */
import styles from './rich-text.module.css';

/** The class for rich text, shared with the editor. */
export const richTextClass = styles.text;

export function RichText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
