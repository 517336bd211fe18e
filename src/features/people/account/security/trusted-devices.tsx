/** Devices that skip the two-factor code; trust can be revoked for each. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { showFailure } from '@web/forms/show-failure';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { TimeAgo, useDayName } from '@web/ui/display/times';
import styles from '../shared/account.module.css';

interface TrustedDevicesProps {
  devices: ResponseOf<'GET /auth/two-factor'>['devices'];
  onChanged: () => void;
}

export function TrustedDevices({ devices, onChanged }: TrustedDevicesProps) {
  const dayName = useDayName();
  const [busy, setBusy] = useState<string | null>(null);
  const forget = async (id: string): Promise<void> => {
    setBusy(id);
    try {
      await services.twoFactor['DELETE /auth/two-factor/devices/:id']({ params: { id } });
      showToast({ tone: 'ok', text: 'This device will need a code again' });
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    setBusy(null);
    onChanged();
  };
  return (
    <FormSection
      title="Trusted devices"
      description="You can log in on these devices for 30 days without a code. Changing your password removes them all."
    >
      {devices.length === 0 ? <p className={styles.quiet}>No trusted devices. Every login asks for a code.</p> : null}
      {devices.length === 0 ? null : (
        <ul className={styles.rows} aria-label="Trusted devices">
          {devices.map(({ _id, device, country, address, lastUsedAt, expiresAt }) => (
            <li key={_id} className={styles.row}>
              <div className={styles.rowWords} id={`trusted-${_id}`}>
                <span className={styles.rowTitle}>{translateMessage(device)}</span>
                <span className={styles.quiet}>
                  Last used <TimeAgo at={lastUsedAt} />, trusted until {dayName(expiresAt)}
                  {[country, address].filter(Boolean).map((place) => ` · ${place ?? ''}`)}
                </span>
              </div>
              <Button size="small" busy={busy === _id} aria-describedby={`trusted-${_id}`} onPress={() => void forget(_id)}>
                Forget device
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
