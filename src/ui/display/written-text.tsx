/** Text that operators wrote with headings, lists and links. Its HTML is clean: the host's, or what the editor made of a text. */
import styles from './written-text.module.css';

/** The look of such text, for the editor that writes it. */
export const writtenText = styles.text;

export function WrittenText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
