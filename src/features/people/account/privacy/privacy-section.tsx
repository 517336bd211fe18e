/** Visibility of the user's presence, and blocked people. */
import { useEffect } from 'react';
import { useCurrentUser, useAppDispatch, useAccountUpdate } from '@web/session/store/hooks';
import { profileSubmitted } from '@web/session/store/intents';
import { updateReset } from '@web/session/store/user.slice';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { FormSection } from '@web/ui/forms/form-section';
import { BlockedPeople } from './blocked-people';

export function PrivacySection() {
  const dispatch = useAppDispatch();
  const user = useCurrentUser();
  const { updating, error } = useAccountUpdate();
  useEffect(() => void dispatch(updateReset()), [dispatch]);
  if (user === null) return null;
  const { privacy } = user;
  const switchOf = (name: keyof typeof privacy) => ({
    checked: privacy[name],
    disabled: updating,
    onChange: () => dispatch(profileSubmitted({ privacy: { [name]: !privacy[name] } })),
  });
  return (
    <>
      <FormSection
        title="Activity status"
        description="Changes are saved automatically."
        result={error ? { tone: 'danger', text: error.message } : null}
      >
        <SwitchField label="Show when you’re online" {...switchOf('showOnline')} />
        <SwitchField label="Send read receipts" {...switchOf('readReceipts')} />
        <SwitchField label="Show when you’re typing" {...switchOf('typing')} />
      </FormSection>
      {user.isPerformer ? null : <BlockedPeople />}
    </>
  );
}
