/** A secret that is shown only once: it can be copied, and is discarded when the dialog closes. */
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import styles from '../operations/operations.module.css';

interface OneTimeSecretProps {
  title: string;
  /** What the secret is used for. */
  text: string;
  secret: string;
  copyLabel: string;
  onClose: () => void;
}

export function OneTimeSecret({ title, text, secret, copyLabel, onClose }: OneTimeSecretProps) {
  return (
    <Sheet open title={title} onClose={onClose}>
      <div className={styles.stack}>
        <Notice tone="warn" title="Save it now">
          {text} You won’t be able to see it again.
        </Notice>
        <p className={styles.secret}>{secret}</p>
        <div className={styles.actions}>
          <CopyLink href={secret} label={copyLabel} />
          <Button kind="primary" onPress={onClose}>
            I’ve saved it
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
