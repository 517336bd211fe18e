/** Home: missing account details, the site's promos, the feed, and suggested performers beside it. */
import { placeholders } from '@contract/kernel/conventions';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { MailIcon, UserIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import { PromoStrip } from './promo-strip';
import { Suggestions } from './suggestions';
import styles from './home.module.css';

interface SetupStep {
  title: string;
  text: string;
  href: string;
  icon: ReactNode;
}

/** The missing details, the most useful first. */
function setupStepsFor(user: CurrentUser, siteAsksForConfirmation: boolean): SetupStep[] {
  const account = user.isPerformer ? '/creator/account' : '/user/account';
  const needsConfirmation = siteAsksForConfirmation && user.email !== null && !user.isEmailVerified;
  const lacksPhoto = user.avatar === placeholders.avatar;
  return [
    ...(needsConfirmation
      ? [
          {
            title: 'Confirm your email address',
            text: `Open the link we sent to ${user.email ?? ''}.`,
            href: '/auth/verify-email',
            icon: <MailIcon />,
          },
        ]
      : []),
    ...(lacksPhoto
      ? [
          {
            title: 'Add a profile photo',
            text: 'Help people recognize you. It takes 30 seconds.',
            href: `${account}?section=profile`,
            icon: <UserIcon />,
          },
        ]
      : []),
  ];
}

interface HomeScreenProps {
  /** The running shows, from another feature. */
  shows?: ReactNode;
  /** Posts of followed performers, from another feature. It receives suggestions for users who follow no one yet. */
  feed: (suggestions: ReactNode) => ReactNode;
}

export function HomeScreen({ shows, feed }: HomeScreenProps) {
  const user = useCurrentUser();
  const { requireEmailVerification } = useSettings();
  if (user === null) return null;
  const steps = setupStepsFor(user, requireEmailVerification);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <PageHead title="Home" titleHidden />
        {steps.length === 0 ? null : <SetupSteps steps={steps} />}
        <PromoStrip at="top" />
        {shows}
        <PromoStrip at="middle" />
        {feed(<Suggestions title="Creators to follow" count={6} />)}
      </div>
      <aside className={styles.side} aria-label="Suggestions">
        <PromoStrip at="left" />
        <Suggestions title="Creators to discover" count={5} />
        <PromoStrip at="right" />
      </aside>
    </div>
  );
}

function SetupSteps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ul className={styles.notes} aria-label="Next steps">
      {steps.map((step) => (
        <li key={step.title} className={styles.note}>
          <span className={styles.icon}>{step.icon}</span>
          <div className={styles.words}>
            <Link className={styles.link} href={step.href}>
              {step.title}
            </Link>
            <p className={styles.text}>{step.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
