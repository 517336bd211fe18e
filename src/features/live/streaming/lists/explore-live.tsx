/** All running shows: a tab of the explore page. */
import { LiveGrid } from './live-grid';
import { liveRequest } from '../requests';

export function ExploreLive() {
  return <LiveGrid {...liveRequest({})} />;
}
