/** Where a site asks its visitors whether they are of age, and who has answered. The answer is a cookie that the site's server sets. */
import type { CurrentUser } from '@web/session/intents';

/** Takes the answer by a form's post, so that it works without scripts, and leads on. */
export const answerPath = '/auth/age';

/** The ways in, what the law asks for, and the operators' own pages: open to whoever has not answered. */
const open = ['auth', 'page', 'contact', 'admin', 'team', 'robots.txt', 'sitemap.xml'];

/** Whether a visitor who has not answered is asked before she sees the page at this address. */
export const isAskedAt = (path: string): boolean => !open.includes(/^\/([^/?#]*)/.exec(path)?.[1] ?? '');

/** Whether this visitor still has to answer. Operators pass: they could not look after the site otherwise. */
export const mustAnswer = (viewer: CurrentUser | null, settings: { adultConfirmation: boolean }, answer: string | undefined): boolean =>
  settings.adultConfirmation && viewer?.role !== 'operator' && answer !== 'yes';
