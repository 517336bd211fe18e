/** Labels of the viewers, for the owner only. */
import type { PreviewRole } from './preview-roles';

export const viewerTitles: Record<PreviewRole, string> = { guest: 'Guest', follower: 'Follower', subscriber: 'Subscriber' };
