/** Recovery codes, shown once: to be downloaded or written down. */
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { Notice } from '@web/ui/feedback/notice';
import { saveFile } from '@web/lib/files/save-file';
import { useUi } from '@web/session/store/hooks';
import styles from './security.module.css';

export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { siteName } = useUi();
  const text = `Recovery codes for ${siteName}. Each code works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className={styles.stack}>
      <Notice tone="warn" title="Save these codes now">
        We only show them once. Without your app or a recovery code, you can’t log in.
      </Notice>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onPress={() => saveFile('recovery-codes.txt', text, 'text/plain')}>Download</Button>
        <CopyLink href={codes.join('\n')} label="Copy codes" />
        <Button kind="primary" onPress={onSaved}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
