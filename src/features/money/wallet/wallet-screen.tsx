/** /wallet: balance, top-up, the viewer's limits, and all transactions. `charges` is a component of another feature. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { useCurrentUser } from '@web/session/store/hooks';
import { formatTokenCount } from '@web/lib/i18n/money';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { cx } from '@web/ui/core/cx';
import { CardIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import { Tokens } from '@web/ui/display/tokens';
import { PaymentsTable } from './payments-table';
import { cardsRequest, packagesRequest, tabAt } from './requests';
import type { WalletTab } from './requests';
import { SpendingLimit } from './spending-limit';
import { Statements } from './statements';
import { TopUpForm } from './top-up-form';
import styles from './wallet.module.css';

const tabs: readonly { value: WalletTab; label: string }[] = [
  { value: 'charges', label: 'Charges' },
  { value: 'payments', label: 'Payments' },
  { value: 'statements', label: 'Statements' },
];

function Head() {
  return (
    <PageHead
      title="Wallet"
      noindex
      actions={
        <Button href="/wallet/cards" icon={<CardIcon />}>
          Cards
        </Button>
      }
    />
  );
}

export function WalletScreen({ charges }: { charges: ReactNode }) {
  const user = useCurrentUser();
  const tab = tabAt(useRouter().query);
  const spending = useEndpoint('GET /wallet/spending', {});
  // The panels at the top are rendered once all their data has loaded, so that nothing below them shifts.
  const responses = [spending, useEndpoint('GET /payment-cards', cardsRequest), useEndpoint('GET /package/token/search', packagesRequest)];
  const isLoading = responses.some(({ data, error }) => data === undefined && error === undefined);
  if (user === null || isLoading)
    return (
      <>
        <Head />
        <Skeleton shape="form" count={6} label="Loading your wallet…" />
      </>
    );
  const owed = spending.data?.owed ?? 0;
  return (
    <>
      <Head />
      <div className={styles.areas}>
        <section className={cx(styles.panel, styles.balanceArea)} aria-label="Balance">
          <p className={styles.quiet}>Balance</p>
          <p className={styles.balance}>
            <Tokens amount={user.balance} />
          </p>
          {owed > 0 ? (
            <Notice tone="warn">
              {`You owe ${formatTokenCount(owed)} because a payment was reversed after you spent its tokens. Your next top-up pays this first and restores access to what you bought.`}
            </Notice>
          ) : null}
        </section>
        <section className={cx(styles.panel, styles.topUpArea)} aria-labelledby="top-up">
          <h2 id="top-up" className={styles.panelTitle}>
            Top up
          </h2>
          <TopUpForm />
        </section>
        <section className={cx(styles.history, styles.historyArea)} aria-label="History">
          <TabRow
            label="History"
            tabs={tabs}
            current={tab}
            hrefOf={(value) => (value === 'charges' ? '/wallet' : `/wallet?tab=${value}`)}
          />
          {tab === 'charges' ? charges : tab === 'payments' ? <PaymentsTable /> : <Statements />}
        </section>
        <div className={styles.limitsArea}>
          <SpendingLimit user={user} />
        </div>
      </div>
    </>
  );
}
