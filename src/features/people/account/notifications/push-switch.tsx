/** Push notifications on this device: on, off, or why they are unavailable. */
import { usePush } from '@web/session/use-push';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import styles from '../shared/account.module.css';

export function PushSwitch() {
  return (
    <FormSection title="Push on this device" description="Get notified even when the site is closed.">
      <PushState />
    </FormSection>
  );
}

function PushState() {
  const { state, isBusy, turnOn, turnOff } = usePush();
  if (state === 'unsupported')
    return (
      <Notice>
        This browser doesn’t support push notifications. On iPhone or iPad, add the site to your home screen and open it from there.
      </Notice>
    );
  if (state === 'denied')
    return (
      <Notice tone="warn" title="Your browser blocks notifications from this site">
        Select the icon next to the web address, allow notifications, then come back here.
      </Notice>
    );
  // Rendered as off, the most common state, until the browser has reported it, so that nothing below shifts.
  const isOn = state === 'on';
  return (
    <div className={styles.actions}>
      <Button busy={isBusy} disabled={state === null} onPress={isOn ? turnOff : turnOn}>
        {isOn ? 'Turn off push' : 'Turn on push'}
      </Button>
      <span className={styles.quiet}>{isOn ? 'Push is on for this device.' : 'Push is off for this device.'}</span>
    </div>
  );
}
