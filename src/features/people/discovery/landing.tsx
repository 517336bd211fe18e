/** The landing page for guests: pitch, search, performers, and the fee. All its data is in the server-rendered HTML. */
import { settingDefaults } from '@contract/kernel/settings';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { formatCurrency } from '@web/lib/i18n/money';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { CheckIcon } from '@web/ui/icons/icons';
import { pageTitleId, PageTitle } from '@web/ui/page/page-head';
import { EmptyState, Skeleton } from '@web/ui/feedback/states';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import { landingRequests } from './landing-requests';
import { PerformerGrid } from './performer-grid';
import { SearchBox } from './search-box';
import styles from './landing.module.css';

const defaultTitle = 'Closer to the people you admire';

function textsOf(response: Record<string, unknown> | undefined) {
  const text = (key: 'homeTitle' | 'homeDescription' | 'userBenefit' | 'performerBenefit'): string => {
    const value = response?.[key];
    return translateMessage(typeof value === 'string' && value !== '' ? value : settingDefaults[key]);
  };
  return {
    title: text('homeTitle') || defaultTitle,
    lead: text('homeDescription'),
    fans: text('userBenefit'),
    performers: text('performerBenefit'),
  };
}

interface LandingProps {
  /** Running shows. */
  shows?: ReactNode;
  /** The site's promos, below the search and at the end. */
  promos?: { top: ReactNode; bottom: ReactNode };
}

export function LandingScreen({ shows, promos }: LandingProps) {
  const { data } = useEndpoint('POST /settings/keys', landingRequests.texts);
  const texts = textsOf(data);
  return (
    <div className={styles.page}>
      <PageTitle title={texts.title} description={texts.lead} />
      <section className={styles.hero}>
        <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
          {texts.title}
        </h1>
        <p className={styles.lead}>{texts.lead}</p>
        <div className={styles.search}>
          <SearchBox size="large" />
        </div>
        <div className={styles.ways}>
          <Button kind="primary" size="large" href="/explore">
            Explore creators
          </Button>
          <Button size="large" href="/auth/register">
            Sign up
          </Button>
        </div>
      </section>
      {promos?.top}
      {shows}
      <PopularPerformers />
      <HowItWorks fans={texts.fans} performers={texts.performers} />
      <Fee />
      {promos?.bottom}
    </div>
  );
}

function PopularPerformers() {
  const { data, error } = useEndpoint('GET /performers/top', landingRequests.performers);
  if (error) return null;
  return (
    <section className={styles.section} aria-labelledby="faces">
      <h2 id="faces">Popular right now</h2>
      {data === undefined ? <Skeleton shape="card" count={4} label="Loading creators…" /> : null}
      {data?.data.length === 0 ? (
        <EmptyState
          title="No creators yet"
          text="This site is new. The first creators appear here once their identity is verified."
          action={<Button href="/auth/register/performer">Become the first creator</Button>}
        />
      ) : null}
      {data !== undefined && data.data.length > 0 ? <PerformerGrid label="Popular creators" performers={data.data} inView={4} /> : null}
    </section>
  );
}

function Benefit({ title, text, points }: { title: string; text: string; points: readonly string[] }) {
  return (
    <div className={styles.benefit}>
      <h3>{title}</h3>
      <p className={styles.benefitText}>{text}</p>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>
            <CheckIcon className={styles.tick} />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function HowItWorks({ fans, performers }: { fans: string; performers: string }) {
  return (
    <section className={styles.section} aria-labelledby="how">
      <h2 id="how">How it works</h2>
      <div className={styles.benefits}>
        <Benefit
          title="For fans"
          text={fans}
          points={['Browse without an account', 'Find creators by what matters to you', 'Every creator is verified by a real person']}
        />
        <Benefit
          title="For creators"
          text={performers}
          points={['Set your own prices', 'Choose which countries can see your profile', 'Only our team sees your documents']}
        />
      </div>
    </section>
  );
}

/** An example amount that is easy to picture. */
const example = 10;

function Fee() {
  const { commissionRate, currency } = useSettings();
  const fee_percent = Math.round(commissionRate * 10_000) / 100;
  const received_percent = Math.round((100 - fee_percent) * 100) / 100;
  const fee = Math.round(example * commissionRate * 100) / 100;
  const formatAmount = (amount: number): ReactNode => <strong className="figures">{formatCurrency(amount, currency)}</strong>;
  return (
    <section className={styles.fee} aria-labelledby="fee">
      <div>
        <h2 id="fee">Creators keep {received_percent}%</h2>
        <p className={styles.feeText}>
          When a fan pays {formatAmount(example)}, the creator gets {formatAmount(example - fee)} and the site keeps {formatAmount(fee)}.
          There are no other fees.
        </p>
      </div>
      <div aria-hidden="true">
        <div className={styles.split}>
          <span style={{ inlineSize: `${String(received_percent)}%` }} />
        </div>
        <div className={styles.shares}>
          <span>Creator {received_percent}%</span>
          <span>{fee_percent > 0 ? `Site ${String(fee_percent)}%` : ''}</span>
        </div>
      </div>
      <p className={styles.account}>
        Already have an account? <Link href="/auth/login">Log in</Link>
      </p>
    </section>
  );
}
