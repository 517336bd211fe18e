/** Copies a URL and confirms it. If the browser denies access to the clipboard, it shows the URL for manual copying. */
import { useState } from 'react';
import { Button } from './button';
import { CheckIcon, CopyIcon } from '../icons/icons';
import styles from './copy-link.module.css';

type Outcome = 'idle' | 'copied' | 'denied';

export function CopyLink({ href, label = 'Copy link' }: { href: string; label?: string }) {
  const [outcome, setOutcome] = useState<Outcome>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
      setOutcome('copied');
    } catch {
      setOutcome('denied');
    }
  };
  return (
    <div className={styles.copy}>
      <Button icon={outcome === 'copied' ? <CheckIcon /> : <CopyIcon />} onPress={() => void copy()}>
        {label}
      </Button>
      <span role="status" className={outcome === 'denied' ? styles.result : 'visually-hidden'}>
        {outcome === 'copied' ? 'Copied' : null}
        {outcome === 'denied' ? <span className={styles.address}>{href}</span> : null}
      </span>
    </div>
  );
}
