/** Of what somebody is told, and where: this device, quiet hours, mails, and each kind of news. All of it is saved at once. */
import { alwaysListed, mailedAnyway } from '@contract/values';
import type { NotificationType } from '@contract/values';
import { digestWords, notificationTypesOf, notificationWords } from '@web/lib/wording/notification-labels';
import { useCurrentUser } from '@web/session/store/hooks';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { SelectField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Fault, Skeleton } from '@web/ui/feedback/states';
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
      {preferences === undefined ? null : <Mails digest={preferences.digest} onChange={change} />}
      {preferences === undefined ? null : <Kinds types={preferences.types} onChange={change} />}
      {preferences === undefined && error ? <Fault error={error} onRetry={retry} /> : null}
      {preferences === undefined && !error ? <Skeleton shape="form" count={4} label="Loading your choices…" /> : null}
    </>
  );
}

interface PartProps {
  onChange: (change: PreferenceChange) => void;
}

function Mails({ digest, onChange }: PartProps & Pick<Preferences, 'digest'>) {
  const digests = Object.keys(digestWords) as Preferences['digest'][];
  return (
    <FormSection title="Mails" description="Only what you have not seen on the site is mailed.">
      <SelectField
        label="Mails of what I have not seen"
        options={digests.map((value) => ({ value, label: digestWords[value] }))}
        value={digest}
        onChange={({ target }) => onChange({ digest: digests.find((value) => value === target.value) ?? digest })}
      />
    </FormSection>
  );
}

const channels = { inApp: 'In the app', push: 'Push', mail: 'Mail' } as const;
type Channel = keyof typeof channels;

/** What nobody can switch off: such mails are sent by themselves, whatever the mails of notifications do. */
const fixed: Readonly<Record<Channel, readonly NotificationType[]>> = { inApp: alwaysListed, push: [], mail: mailedAnyway };

function Kinds({ types, onChange }: PartProps & Pick<Preferences, 'types'>) {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <FormSection title="Kinds" description="Saved at once.">
      <div>
        {notificationTypesOf(user).map((type) => (
          <fieldset key={type} className={styles.kind}>
            <legend className={styles.kindTitle}>{notificationWords[type]}</legend>
            <div className={styles.channels}>
              {(Object.keys(channels) as Channel[]).map((channel) =>
                fixed[channel].includes(type) ? (
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
