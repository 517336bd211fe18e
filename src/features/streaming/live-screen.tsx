/** Everybody's shows: those that run now, and those that come next. */
import { useRouter } from 'next/router';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { useAccountId } from '@web/session/hooks';
import { Button } from '@web/ui/button';
import { ChipRow } from '@web/ui/chips';
import { ItemGrid } from '@web/ui/item-lists';
import { PageHead } from '@web/ui/page-head';
import { Empty } from '@web/ui/states';
import { LiveCard, showNoun } from './live-card';
import { PlannedShows } from './planned-shows';
import { liveFilterAt, liveRead } from './reads';
import styles from './live.module.css';

const chips = [
  { value: 'all', label: 'All' },
  { value: 'free', label: 'Free for subscribers' },
];
const followed = { value: 'followed', label: 'Followed' };

export function LiveScreen() {
  const router = useRouter();
  const isGuest = useAccountId() === null;
  const filter = liveFilterAt(router.query);
  const { query } = liveRead(router.query);
  const pages = useEndpointPages('GET /streaming/user/search', query);
  const choose = (value: string) => void router.push(value === 'all' ? '/live' : `/live?show=${value}`, undefined, { scroll: false });
  return (
    <div className={styles.page}>
      <PageHead title="Live" description="Shows that run now, and those that come next." />
      <ChipRow label="Which shows" chips={isGuest ? chips : [...chips, followed]} chosen={[filter ?? 'all']} onToggle={choose} />
      <ItemGrid
        pages={pages}
        noun={showNoun}
        className={styles.grid}
        card={(stream, index) => <LiveCard stream={stream} first={index < 2} />}
        empty={
          filter === undefined ? (
            <Empty
              title="Nobody is live now"
              text="Shows that run stand here. Follow performers to be told when they begin."
              action={<Button href="/explore">Explore performers</Button>}
            />
          ) : (
            <Empty title="No such show runs now" text="Others may." action={<Button onPress={() => choose('all')}>See all shows</Button>} />
          )
        }
      />
      <PlannedShows title="Coming up" />
    </div>
  );
}
