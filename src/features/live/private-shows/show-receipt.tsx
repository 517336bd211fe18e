/** What a private show cost and how it was split, for fan and performer. */
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';
import { Button } from '@web/ui/actions/button';
import { DescriptionList } from '@web/ui/display/description-list';
import { Notice } from '@web/ui/feedback/notice';
import type { PrivateRequest } from './request';
import { endReasons, minutesText, unusedHold } from './texts';
import styles from './private-shows.module.css';

interface ShowReceiptProps {
  request: PrivateRequest;
  viewer: CurrentUser;
  other: PrivateRequest['user'];
}

export function ShowReceipt({ request, viewer, other }: ShowReceiptProps) {
  const { _id, user, performer, minutesBilled, pricePerMinute, amountBilled, commission, earning, startedAt, endedAt, endReason } = request;
  const isFan = viewer._id === user._id;
  const [paid, received, kept] = [shortTokens(amountBilled), shortTokens(earning), shortTokens(commission)];
  const unused = unusedHold(request);
  const profileHref = profilePath({ id: performer._id, username: performer.username });
  return (
    <section className={styles.panel} aria-labelledby="show-receipt">
      <h2 id="show-receipt">Private show ended</h2>
      {endReason === null ? null : <Notice>{endReasons[endReason]}</Notice>}
      {startedAt === null ? (
        <p>The show didn’t start, so nothing was charged.</p>
      ) : (
        <DescriptionList
          details={[
            { label: 'With', value: other.name },
            { label: 'Billed minutes', value: `${minutesText(minutesBilled)} at ${formatTokenCount(pricePerMinute)}` },
            { label: 'Total', value: formatTokenCount(amountBilled) },
            {
              label: 'Split',
              value: isFan
                ? `You pay ${paid} · ${performer.name} receives ${received} · site keeps ${kept}`
                : `${user.name} pays ${paid} · you receive ${received} · site keeps ${kept}`,
            },
            ...(isFan && unused > 0 ? [{ label: 'Back in your wallet', value: formatTokenCount(unused) }] : []),
            { label: 'Date', value: fullDate(endedAt ?? startedAt) },
            { label: 'Number', value: _id },
          ]}
        />
      )}
      <div className={styles.answers}>
        {viewer.isPerformer && viewer.isLive ? (
          <Button kind="primary" href="/creator/live">
            Back to your stream
          </Button>
        ) : (
          <Button kind="primary" href={profileHref}>
            {isFan ? `Back to ${performer.name}` : 'Your profile'}
          </Button>
        )}
        <Button href={isFan ? '/wallet?tab=charges' : `${profileHref}?tab=earnings`}>{isFan ? 'See receipts' : 'See earnings'}</Button>
      </div>
    </section>
  );
}
