/** The full bank details of an approved payout, shown on demand after reauthentication. */
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { Button } from '@web/ui/actions/button';
import { CopyIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useState } from 'react';
import { DetailList } from '../parts/detail-list';
import consoleStyles from '../parts/console.module.css';

type Destination = ResponseOf<'POST /admin/payout-requests/:id/destination'>;

const fieldsOf = (destination: Destination): [string, string | null][] =>
  destination.method === 'paypal'
    ? [['PayPal address', destination.email]]
    : [
        ['Account holder', destination.holder],
        ['IBAN', destination.iban],
        ['Account number', destination.accountNumber],
        ['Routing number', destination.routing],
        ['SWIFT / BIC', destination.swift],
        ['Bank', destination.bankName],
        ['Country', destination.country],
        ['Address', destination.address],
        ['Tax ID', destination.taxId],
      ];

export function DestinationPanel({ id, withReauthentication }: { id: string; withReauthentication: WithReauthentication }) {
  const [destination, setDestination] = useState<Destination | null>(null);
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    setError('');
    try {
      setDestination(
        await withReauthentication(() => services.adminPayouts['POST /admin/payout-requests/:id/destination']({ params: { id } })),
      );
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (destination !== null)
    return (
      <DetailList
        title="Account"
        details={fieldsOf(destination)
          .filter(([, value]) => value !== null && value !== '')
          .map(([label, value]) => ({ label, value: <CopyableText label={label} text={value ?? ''} /> }))}
      />
    );
  return (
    <section className={consoleStyles.panel} aria-label="Account">
      <h2 className={consoleStyles.panelTitle}>Account</h2>
      <p className={consoleStyles.quiet}>Account details are hidden. Viewing them is recorded in the audit log.</p>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      <div className={consoleStyles.actions}>
        <Button onPress={() => void open()} busy={isBusy}>
          Show account
        </Button>
      </div>
    </section>
  );
}

function CopyableText({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ tone: 'ok', text: `${label} copied` });
    } catch {
      showToast({ tone: 'danger', text: 'Couldn’t copy. Select the text and copy it manually.' });
    }
  };
  return (
    <span className={consoleStyles.stateLine}>
      {text}
      <Button size="small" kind="plain" icon={<CopyIcon />} aria-label={`Copy ${label}`} onPress={() => void copy()}>
        Copy
      </Button>
    </span>
  );
}
