/** All shows: running ones, and upcoming ones. */
import { useRouter } from 'next/router';
import { useAccountId } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState } from '@web/ui/feedback/states';
import { LiveGrid } from './live-grid';
import { PlannedShows } from './planned-shows';
import { liveFilterAt, liveRequest } from '../requests';
import styles from './live.module.css';

const chips = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open to everyone' },
  { value: 'free', label: 'No entry fee' },
];
const followedChip = { value: 'followed', label: 'Followed' };

export function LiveScreen() {
  const router = useRouter();
  const isGuest = useAccountId() === null;
  const filter = liveFilterAt(router.query);
  const choose = (value: string) => void router.push(value === 'all' ? '/live' : `/live?show=${value}`, undefined, { scroll: false });
  return (
    <div className={styles.page}>
      <PageHead title="Live" description="Live streams happening now and coming up." />
      <ChipRow label="Filter streams" chips={isGuest ? chips : [...chips, followedChip]} chosen={[filter ?? 'all']} onToggle={choose} />
      <LiveGrid
        {...liveRequest(router.query)}
        {...(filter !== undefined && {
          empty: (
            <EmptyState
              title="No matching streams right now"
              text="Remove the filter to see all streams."
              action={<Button onPress={() => choose('all')}>See all streams</Button>}
            />
          ),
        })}
      />
      <PlannedShows title="Coming up" />
    </div>
  );
}
