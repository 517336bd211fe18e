/** Turns maintenance mode on and off. The notice and its end are saved before the switch, so that visitors never see an old notice. */
import * as messages from '@contract/kernel/messages';
import { errorMessage } from '@web/lib/i18n/error-message';
import { fullDate } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import { useUi } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { useState } from 'react';
import { groupLabels } from './groups';
import { fromLocalDateTime, fieldValueOf } from './setting-value';
import type { AdminSetting, SettingValue } from './setting-value';
import styles from '../parts/console.module.css';

const defaultMessage = 'We’re working on the site. Check back soon.';
const messageLengthMax = 500;

interface MaintenanceSwitchProps {
  settings: readonly AdminSetting[];
  onSaved: () => void;
}

export function MaintenanceSwitch({ settings, onSaved }: MaintenanceSwitchProps) {
  const stored = (key: string): AdminSetting | undefined => settings.find((setting) => setting.key === key);
  const textOf = (key: string): string => {
    const setting = stored(key);
    const typed = setting === undefined ? '' : fieldValueOf(setting);
    return typeof typed === 'string' ? typed : '';
  };
  const isOn = stored('maintenanceMode')?.value === true;
  const [message, setMessage] = useState(textOf('maintenanceMessage'));
  const [end, setEnd] = useState(textOf('maintenanceEndsAt'));
  const [isConfirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const saveNotice = async () => {
    const changes: [string, SettingValue][] = [
      ...(message.trim() === textOf('maintenanceMessage') ? [] : [['maintenanceMessage', message.trim()] as [string, SettingValue]]),
      ...(end === textOf('maintenanceEndsAt') ? [] : [['maintenanceEndsAt', fromLocalDateTime(end)] as [string, SettingValue]]),
    ];
    for (const [key, value] of changes) await services.admin['PUT /admin/settings/:key']({ params: { key }, body: { value } });
  };
  const switchOn = async () => {
    await saveNotice();
    await services.admin['PUT /admin/settings/:key']({ params: { key: 'maintenanceMode' }, body: { value: true } });
    setConfirming(false);
    onSaved();
  };
  const attempt = async (change: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setError(null);
    try {
      await change();
      showToast({ text: done, tone: 'ok' });
      onSaved();
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <FormSection
        title={groupLabels.maintenance.title}
        description={groupLabels.maintenance.description}
        result={error === null ? null : { tone: 'danger', text: error }}
        actions={
          isOn ? (
            <>
              <Button
                kind="primary"
                busy={busy}
                onPress={() =>
                  void attempt(
                    () => services.admin['PUT /admin/settings/:key']({ params: { key: 'maintenanceMode' }, body: { value: false } }),
                    'The site is open again',
                  )
                }
              >
                Turn off
              </Button>
              <Button busy={busy} onPress={() => void attempt(saveNotice, messages.saved)}>
                Save notice
              </Button>
            </>
          ) : (
            <Button kind="primary" onPress={() => setConfirming(true)}>
              Turn on maintenance mode
            </Button>
          )
        }
      >
        {isOn ? (
          <Notice tone="warn" title="Maintenance mode is on">
            Visitors see the notice below. Operators can still log in and use the site.
          </Notice>
        ) : null}
        <TextAreaField
          label="Message to visitors"
          optional
          rows={3}
          maxLength={messageLengthMax}
          placeholder={defaultMessage}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <TextField
          label="Expected end"
          optional
          hint="In your time zone. Visitors see it in theirs."
          type="datetime-local"
          value={end}
          onChange={(event) => setEnd(event.target.value)}
        />
      </FormSection>
      <ConfirmDialog
        open={isConfirming}
        title="Turn on maintenance mode?"
        actionLabel="Turn on"
        consequence="From the next page they open, everyone except operators sees this notice."
        onConfirm={switchOn}
        onClose={() => setConfirming(false)}
      >
        <Preview message={message} end={end} />
      </ConfirmDialog>
    </>
  );
}

function Preview({ message, end }: { message: string; end: string }) {
  const { siteName } = useUi();
  const until = fromLocalDateTime(end);
  return (
    <figure className={styles.preview} aria-label="Preview of the notice">
      <strong className={styles.previewName}>{siteName}</strong>
      <p>{message.trim() || defaultMessage}</p>
      {until === null ? null : <p className={styles.quiet}>Expected back: {fullDate(until)}</p>}
    </figure>
  );
}
