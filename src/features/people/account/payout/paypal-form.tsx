/** The PayPal address for payouts. */
import { messages } from '@contract/kernel/errors';
import { fieldRules } from '@web/lib/field-rules';
import { maskedAddress } from '@web/lib/masked-address';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-draft';
import type { WithProof } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';

interface PaypalFormProps {
  stored: string | null;
  isChosen: boolean;
  withProof: WithProof;
}

export function PaypalForm({ stored, isChosen, withProof }: PaypalFormProps) {
  const ask = useIntents();
  const form = useDraftedForm({ defaultValues: { email: '' } }, { place: 'account-paypal' });
  const { busy, problem, submit } = useSend(
    form,
    async ({ email }) => {
      const saved = await withProof(() =>
        services.performers['PUT /performers/:id/payment-gateway-settings']({
          params: { id: 'me' },
          body: { method: 'paypal', email: email.trim() },
        }),
      );
      if (saved === null) return;
      form.forgetDraft();
      form.reset({ email: '' });
      showToast({ tone: 'ok', text: messages.saved });
      ask(refreshAsked());
    },
    { otherwise: messages.saveFailed },
  );
  return (
    <FormSection
      title="PayPal"
      description="Saving it makes PayPal the way your payouts take."
      busy={busy}
      result={problem ? { tone: 'danger', text: problem.message } : null}
      onSave={submit}
      saveLabel="Save PayPal address"
    >
      {stored === null ? null : (
        <Notice tone={isChosen ? 'ok' : 'hint'} title={isChosen ? 'Payouts go here' : 'On file'}>
          {maskedAddress(stored)}
        </Notice>
      )}
      <TextField
        label="PayPal address"
        type="email"
        autoComplete="email"
        error={form.formState.errors.email}
        {...form.register('email', fieldRules.email)}
      />
    </FormSection>
  );
}
