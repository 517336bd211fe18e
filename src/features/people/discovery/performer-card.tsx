/** A performer in a grid: cover, photo, name and subscription price. The whole card is a link. */
import { placeholders } from '@contract/kernel/conventions';
import { formatCurrency } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { useIsOnline, useSettings } from '@web/session/store/hooks';
import { Avatar } from '@web/ui/people/avatar';
import { Cover } from '@web/ui/people/cover';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import { Link } from '@web/ui/core/link';
import styles from './performer-card.module.css';

export type Performer = ResponseOf<'GET /performers/user/search'>['data'][number];

/** The price as a short line on a card. */
export function priceLine(
  performer: Pick<Performer, 'isFreeSubscription' | 'freeSubscriptionDays' | 'monthlyPrice'>,
  currency: string,
): string {
  if (performer.isFreeSubscription)
    return performer.freeSubscriptionDays === 1 ? '1-day free trial' : `${String(performer.freeSubscriptionDays)}-day free trial`;
  return performer.monthlyPrice > 0 ? `${formatCurrency(performer.monthlyPrice, currency)} a month` : '';
}

/** The badge for this viewer; an active subscription comes first. */
function Badge({ performer }: { performer: Performer }) {
  if (performer.isSubscribed) return <span className={styles.badge}>Subscribed</span>;
  return performer.isFreeSubscription ? <span className={styles.badge}>Free trial</span> : null;
}

interface PerformerCardProps {
  performer: Performer;
  /** Among the first on the page: its images load eagerly. */
  first?: true;
}

export function PerformerCard({ performer, first }: PerformerCardProps) {
  const { _id: id, username, name, avatar, avatarBlur, cover, coverBlur, isVerified } = performer;
  const online = useIsOnline(id, performer.isOnline);
  const { currency } = useSettings();
  const price = priceLine(performer, currency);
  return (
    <article className={styles.card}>
      <Cover src={cover} blur={coverBlur} ratio={2} loading={first ? 'eager' : 'lazy'}>
        <Badge performer={performer} />
      </Cover>
      <div className={styles.body}>
        <span className={styles.face}>
          <Avatar
            name={name}
            src={avatar === placeholders.avatar ? null : avatar}
            blur={avatarBlur}
            size="large"
            live={performer.isLive}
            online={online}
          />
        </span>
        <h3 className={styles.name}>
          <Link className={styles.link} href={profilePath({ id, username })}>
            {name}
          </Link>
          {isVerified ? <VerifiedMark /> : null}
        </h3>
        <p className={styles.handle}>{username === null ? ' ' : <bdi>@{username}</bdi>}</p>
        <p className={styles.price}>{price || ' '}</p>
      </div>
    </article>
  );
}
