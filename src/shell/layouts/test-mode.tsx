/** A tag beside the logo while no payment gateway is set up, and its explanation. */
import { useId } from 'react';
import { useSettings } from '@web/session/store/hooks';
import styles from './test-mode.module.css';

export function TestModeTag() {
  const { isSandbox } = useSettings();
  const panelId = useId();
  if (!isSandbox) return null;
  // The browser's own popover: it is above everything, and no rail cuts it off.
  return (
    <>
      <button type="button" className={styles.tag} popoverTarget={panelId} aria-haspopup="dialog">
        <span className={styles.words}>Test mode</span>
      </button>
      <div id={panelId} className={styles.panel} popover="auto" role="dialog" aria-label="Test mode">
        <strong>Test mode</strong>
        <p>Payments are simulated and no real money moves. You can use test cards.</p>
      </div>
    </>
  );
}
