/** What others learn of one's presence, and whom one has blocked. */
import { useEffect } from 'react';
import { useCurrentUser, useIntents, useUpdate } from '@web/session/hooks';
import { profileSubmitted } from '@web/session/intents';
import { updateForgotten } from '@web/session/user.slice';
import { SwitchField } from '@web/ui/choice-fields';
import { FormSection } from '@web/ui/form-section';
import { BlockedPeople } from './blocked-people';

export function PrivacySection() {
  const ask = useIntents();
  const user = useCurrentUser();
  const { updating, error } = useUpdate();
  useEffect(() => void ask(updateForgotten()), [ask]);
  if (user === null) return null;
  const { showOnline } = user.privacy;
  return (
    <>
      <FormSection title="Presence" result={error ? { tone: 'danger', text: error.message } : null}>
        <SwitchField
          label="Show when I am online"
          hint="Saved at once."
          checked={showOnline}
          disabled={updating}
          onChange={() => ask(profileSubmitted({ privacy: { showOnline: !showOnline } }))}
        />
      </FormSection>
      {user.isPerformer ? null : <BlockedPeople />}
    </>
  );
}
