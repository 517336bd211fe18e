/** The PayPal address for payouts. */
import * as messages from '@contract/kernel/messages';
import { maskedEmail } from '@web/lib/masked-email';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { contractResolver } from '@web/forms/contract-resolver';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';

interface PaypalFormProps {
  stored: string | null;
  isChosen: boolean;
  withReauthentication: WithReauthentication;
}

const bodyOf = ({ email }: { email: string }) => ({ method: 'paypal' as const, email: email.trim() });

export function PaypalForm({ stored, isChosen, withReauthentication }: PaypalFormProps) {
  const dispatch = useAppDispatch();
  const resolver = contractResolver('PUT /performers/:id/payment-gateway-settings', () => import('@contract/people/performers'), bodyOf);
  const form = useDraftedForm({ defaultValues: { email: '' }, resolver }, { draftKey: 'account-paypal' });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const saved = await withReauthentication(() =>
        services.performers['PUT /performers/:id/payment-gateway-settings']({
          params: { id: 'me' },
          body: bodyOf(values),
        }),
      );
      if (saved === null) return;
      form.removeDraft();
      form.reset({ email: '' });
      showToast({ tone: 'ok', text: messages.saved });
      dispatch(refreshRequested());
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <FormSection
      title="PayPal"
      description="Once you save it, your payouts go to PayPal."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      onSave={submit}
      saveLabel="Save PayPal email"
    >
      {stored === null ? null : (
        <Notice tone={isChosen ? 'ok' : 'hint'} title={isChosen ? 'Payouts go here' : 'On file'}>
          {maskedEmail(stored)}
        </Notice>
      )}
      <TextField label="PayPal email" type="email" autoComplete="email" error={form.formState.errors.email} {...form.register('email')} />
    </FormSection>
  );
}
