/** What each of them is called, to the owner alone. */
import type { Viewer } from './viewers';

export const viewerTitles: Record<Viewer, string> = { guest: 'Guest', follower: 'Follower', subscriber: 'Subscriber' };
