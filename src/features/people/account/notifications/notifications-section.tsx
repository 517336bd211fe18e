/** Notification preferences: this device, quiet hours, emails, and each notification type. Every change is saved immediately. */
import { alwaysListed, alwaysMailed } from '@contract/kernel/values/notifications';
import type { NotificationType } from '@contract/kernel/values/notifications';
import { digestLabels, notificationTypesOf, notificationLabels } from '@web/lib/wording/notification-labels';
import { useCurrentUser } from '@web/session/store/hooks';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { SelectField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { PushSwitch } from './push-switch';
import { QuietHours } from './quiet-hours';
import { usePreferences } from './use-preferences';
import type { PreferenceChange, Preferences } from './use-preferences';
import styles from './notifications.module.css';

export function NotificationsSection() {
  const { preferences, error, retry, change } = usePreferences();
  return (
    <>
      <PushSwitch />
      {preferences === undefined ? null : <QuietHours quiet={preferences.quietHours} onChange={(quietHours) => change({ quietHours })} />}
      {preferences === undefined ? null : <Emails digest={preferences.digest} onChange={change} />}
      {preferences === undefined ? null : <NotificationTypes types={preferences.types} onChange={change} />}
      {preferences === undefined && error ? <ErrorState error={error} onRetry={retry} /> : null}
      {preferences === undefined && !error ? <Skeleton shape="form" count={4} label="Loading notification settings…" /> : null}
    </>
  );
}

interface PartProps {
  onChange: (change: PreferenceChange) => void;
}

function Emails({ digest, onChange }: PartProps & Pick<Preferences, 'digest'>) {
  const digests = Object.keys(digestLabels) as Preferences['digest'][];
  return (
    <FormSection title="Emails" description="We only email you about notifications you haven’t seen yet.">
      <SelectField
        label="Email frequency"
        options={digests.map((value) => ({ value, label: digestLabels[value] }))}
        value={digest}
        onChange={({ target }) => onChange({ digest: digests.find((value) => value === target.value) ?? digest })}
      />
    </FormSection>
  );
}

const channels = { inApp: 'In-app', push: 'Push', mail: 'Email' } as const;
type Channel = keyof typeof channels;

/** Types that cannot be switched off: these emails are sent independently of the notification preferences. */
const alwaysOn: Readonly<Record<Channel, readonly NotificationType[]>> = { inApp: alwaysListed, push: [], mail: alwaysMailed };

function NotificationTypes({ types, onChange }: PartProps & Pick<Preferences, 'types'>) {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <FormSection title="Notification types" description="Changes are saved automatically.">
      <div>
        {notificationTypesOf(user).map((type) => (
          <fieldset key={type} className={styles.kind}>
            <legend className={styles.kindTitle}>{notificationLabels[type]}</legend>
            <div className={styles.channels}>
              {(Object.keys(channels) as Channel[]).map((channel) =>
                alwaysOn[channel].includes(type) ? (
                  <p key={channel} className={styles.fixed}>
                    {channels[channel]}: always on
                  </p>
                ) : (
                  <SwitchField
                    key={channel}
                    label={channels[channel]}
                    checked={types[type][channel]}
                    onChange={({ target }) => onChange({ types: { [type]: { [channel]: target.checked } } })}
                  />
                ),
              )}
            </div>
          </fieldset>
        ))}
      </div>
    </FormSection>
  );
}
