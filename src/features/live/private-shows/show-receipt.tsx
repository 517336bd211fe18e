/** What a private show cost and who received what of it: the same for both. */
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/session/intents';
import { Button } from '@web/ui/actions/button';
import { Facts } from '@web/ui/display/description-list';
import { Notice } from '@web/ui/feedback/notice';
import type { PrivateRequest } from '../../private-shows/request';
import { endReasons, minutesText, returned } from './texts';
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
  const rest = returned(request);
  const own = profilePath({ id: performer._id, username: performer.username });
  return (
    <section className={styles.panel} aria-labelledby="show-receipt">
      <h2 id="show-receipt">The show has ended</h2>
      {endReason === null ? null : <Notice>{endReasons[endReason]}</Notice>}
      {startedAt === null ? (
        <p>You did not meet, so nothing was paid.</p>
      ) : (
        <Facts
          facts={[
            { label: 'With', value: other.name },
            { label: 'Begun minutes', value: `${minutesText(minutesBilled)} at ${spokenTokens(pricePerMinute)}` },
            { label: 'Together', value: spokenTokens(amountBilled) },
            {
              label: 'Split',
              value: isFan
                ? `You pay ${paid} · ${performer.name} receives ${received} · site keeps ${kept}`
                : `${user.name} pays ${paid} · you receive ${received} · site keeps ${kept}`,
            },
            ...(isFan && rest > 0 ? [{ label: 'Back in your wallet', value: spokenTokens(rest) }] : []),
            { label: 'Date', value: fullDate(endedAt ?? startedAt) },
            { label: 'Number', value: _id },
          ]}
        />
      )}
      <div className={styles.answers}>
        {viewer.isPerformer && viewer.isLive ? (
          <Button kind="primary" href="/creator/live">
            Back to your show
          </Button>
        ) : (
          <Button kind="primary" href={own}>
            {isFan ? `Back to ${performer.name}` : 'Your page'}
          </Button>
        )}
        <Button href={isFan ? '/wallet?tab=charges' : `${own}?tab=earnings`}>{isFan ? 'See receipts' : 'See earnings'}</Button>
      </div>
    </section>
  );
}
