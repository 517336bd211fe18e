/** Everybody's shows that run now: a tab of the explore page. */
import { LiveGrid } from '../live/streaming/lists/live-grid';
import { liveRead } from './reads';

export function ExploreLive() {
  return <LiveGrid {...liveRead({})} />;
}
