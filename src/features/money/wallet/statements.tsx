/** Exports the wallet's transactions between two days as a spreadsheet file. */
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { saveFile } from '@web/lib/files/save-file';
import { services } from '@web/services/services';
import { Button } from '@web/ui/actions/button';
import { DateField } from '@web/ui/forms/fields';
import { DownloadIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import styles from './wallet.module.css';

export function Statements() {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const download = async () => {
    if (from !== '' && to !== '' && from > to) {
      setError('Choose a start date on or before the end date.');
      return;
    }
    setBusy(true);
    setError('');
    try {
      const range = { ...(from === '' ? {} : { fromDate: from }), ...(to === '' ? {} : { toDate: to }) };
      saveFile('wallet.csv', await services.wallet['GET /wallet/statement']({ query: range }));
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>Every payment, refund and top-up, with your balance after it. Days are in UTC.</p>
      <div className={styles.range}>
        <DateField label="From" optional value={from} onChange={(event) => setFrom(event.target.value)} />
        <DateField label="To" optional value={to} onChange={(event) => setTo(event.target.value)} />
      </div>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      <div>
        <Button icon={<DownloadIcon />} busy={busy} onPress={() => void download()}>
          Download CSV
        </Button>
      </div>
    </div>
  );
}
