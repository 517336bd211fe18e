/**
 * A fan's balance or a performer's earnings, with a link to the wallet or payouts. Warns a fan whose balance does not cover the next
 * renewal.
 */
import { useEffect, useState } from 'react';
import { formatTokens, formatTokenCount, shortTokens } from '@web/lib/i18n/money';
import type { CurrentUser } from '@web/services/current-user';
import { cx } from '@web/ui/core/cx';
import { TokenIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { RailItem } from '@web/ui/page/rail-parts';
import { balanceItemOf } from './account-navigation';
import styles from './wallet-pill.module.css';

interface WalletPillProps {
  user: CurrentUser;
}

const isTooLittle = (user: CurrentUser): boolean =>
  !user.isPerformer && user.nextWalletRenewal !== null && user.balance < user.nextWalletRenewal;

const nameOf = (user: CurrentUser): string =>
  `${user.isPerformer ? 'Earnings' : 'Wallet'}, ${formatTokenCount(user.balance)}${isTooLittle(user) ? ', not enough for the next renewal' : ''}`;

/** In the top bar of phones. */
export function WalletPill({ user }: WalletPillProps) {
  const shown = useAnimatedAmount(user.balance);
  const isShort = isTooLittle(user);
  return (
    <Link
      className={cx(styles.pill, isShort && styles.short)}
      href={balanceItemOf(user)?.href ?? '/wallet'}
      aria-label={nameOf(user)}
      title={isShort ? 'Not enough for the next renewal' : undefined}
    >
      <TokenIcon />
      <span className={styles.figure}>{formatTokens(shown)}</span>
    </Link>
  );
}

/** In the side rail: the wallet or the earnings with the balance. */
export function WalletRailItem({ user, current }: WalletPillProps & { current: string }) {
  const shown = useAnimatedAmount(user.balance);
  const item = balanceItemOf(user);
  if (item === null) return null;
  const balance = (
    <span className={cx(styles.balance, isTooLittle(user) && styles.short)}>
      <TokenIcon />
      {shortTokens(shown)}
    </span>
  );
  return <RailItem item={item} current={current} name={nameOf(user)} end={balance} />;
}

const animation_ms = 600;

/** Animates the amount to `target`; without animation for people who prefer reduced motion. */
function useAnimatedAmount(target: number): number {
  const [shown, setShown] = useState(target);
  const [from, setFrom] = useState(target);
  const [goal, setGoal] = useState(target);
  if (goal !== target) {
    setFrom(shown);
    setGoal(target);
  }
  useEffect(() => {
    if (from === goal) return;
    const isReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const startedAt = performance.now();
    let frame = 0;
    const step = () => {
      const progress = isReducedMotion ? 1 : Math.min(1, (performance.now() - startedAt) / animation_ms);
      setShown(progress === 1 ? goal : Math.round((from + (goal - from) * progress) * 100) / 100);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [from, goal]);
  return shown;
}
