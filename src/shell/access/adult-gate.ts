/** The age gate of adult sites. The answer is stored in a cookie that the web server sets. */
import type { CurrentUser } from '@web/services/current-user';

/** Receives the answer by a form post, so that it works without scripts, and redirects. */
export const ageAnswerPath = '/auth/age';

/** Sections without the age gate: sign-in, legal pages, and the operators' console. */
const exempt = ['auth', 'page', 'contact', 'admin', 'team', 'robots.txt', 'sitemap.xml'];

/** Whether the page at this path is behind the age gate. */
export const isAgeGated = (path: string): boolean => !exempt.includes(/^\/([^/?#]*)/.exec(path)?.[1] ?? '');

/** Whether this visitor still has to answer. Operators are exempt, since they moderate the site. */
export const mustConfirmAge = (viewer: CurrentUser | null, settings: { adultConfirmation: boolean }, answer: string | undefined): boolean =>
  settings.adultConfirmation && viewer?.role !== 'operator' && answer !== 'yes';
