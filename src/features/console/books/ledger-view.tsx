/** The ledger: the entries of one balance, and the check of all invariants. */
import { fullDate } from '@web/lib/i18n/dates';
import { transferLabels } from '@web/lib/wording/money-labels';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { Figures } from '@web/ui/display/figures';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StateMark } from '@web/ui/feedback/state-mark';
import { TimeAgo } from '@web/ui/display/times';
import { Tokens } from '@web/ui/display/tokens';
import { useRouter } from 'next/router';
import { ledgerAccountAt, ledgerAccountRequest } from '../parts/money-requests';
import { Form } from '@web/ui/forms/form';
import styles from '../parts/console.module.css';

const path = '/admin/transactions';

/** Balances that exist on every site, as suggestions. */
const suggestedBalances = ['platform:commission', 'platform:promotions', 'platform:adjustments', 'gateway:sandbox', 'gateway:stripe'];

export function LedgerView() {
  const router = useRouter();
  const account = ledgerAccountAt(router.query);
  const open = (id: string) => void router.push(`${path}?tab=ledger&account=${encodeURIComponent(id)}`, undefined, { scroll: false });
  return (
    <div className={styles.stack}>
      <Form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('account');
          if (field instanceof HTMLInputElement && field.value.trim() !== '') open(field.value.trim());
        }}
      >
        <TextField
          key={account}
          label="Balance"
          name="account"
          hint="Enter wallet:, earnings: or held: followed by an ID, or choose a balance below."
          defaultValue={account ?? ''}
          maxLength={100}
          enterKeyHint="search"
        />
      </Form>
      <div className={styles.actions}>
        {suggestedBalances.map((id) => (
          <Button key={id} size="small" onPress={() => open(id)}>
            {id}
          </Button>
        ))}
      </div>
      {account === undefined ? null : <LedgerEntries account={account} />}
    </div>
  );
}

function LedgerEntries({ account }: { account: string }) {
  const { data, error, mutate } = useEndpoint('GET /admin/ledger/accounts/:id', ledgerAccountRequest(account));
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="row" count={4} label="Loading the balance…" />;
  return (
    <>
      <Figures label="Balance" figures={[{ label: data.account, value: <Tokens amount={data.balance} />, main: true }]} />
      {data.data.length === 0 ? (
        <EmptyState title="No ledger entries yet" text="Entries appear here when tokens move." />
      ) : (
        <div className={styles.scrolls} tabIndex={0} role="region" aria-label="Ledger entries">
          <table className={styles.entries}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Type</th>
                <th scope="col">Reference</th>
                <th scope="col" className={styles.end}>
                  Change
                </th>
                <th scope="col" className={styles.end}>
                  Balance
                </th>
              </tr>
            </thead>
            <tbody>
              {data.data.map((entry) => (
                <tr key={entry.transferId}>
                  <td>
                    <TimeAgo at={entry.createdAt} />
                  </td>
                  <td>{transferLabels[entry.reason]}</td>
                  <td className={styles.reference}>{entry.subject}</td>
                  <td className={styles.end}>
                    <Tokens amount={entry.change} />
                  </td>
                  <td className={styles.end}>
                    <Tokens amount={entry.balance} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

export function LedgerInvariantCheck() {
  const { data, error, isValidating, mutate } = useEndpoint('GET /admin/ledger/check', {}, { revalidateOnFocus: false });
  const checkAgainButton = (
    <Button busy={isValidating} onPress={() => void mutate()}>
      Check again
    </Button>
  );
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="row" count={5} label="Checking the ledger…" />;
  return (
    <div className={styles.stack}>
      <Notice tone={data.ok ? 'ok' : 'danger'} title={data.ok ? 'Ledger balanced' : 'Ledger not balanced'} action={checkAgainButton}>
        Checked {fullDate(data.checkedAt, undefined, 'UTC')} UTC.
      </Notice>
      <ul className={styles.ledgerChecks} aria-label="Ledger checks">
        {data.laws.map(({ law, says, ok, differences }) => (
          <li key={law}>
            <StateMark tone={ok ? 'ok' : 'danger'}>{ok ? 'Passed' : 'Failed'}</StateMark> <strong>{law}</strong> {translateMessage(says)}
            {differences.length === 0 ? null : (
              <ul className={styles.differences}>
                {differences.map((difference) => (
                  <li key={difference}>{difference}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
