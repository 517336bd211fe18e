/** Sending appeal links. It runs after the response, so that neither content nor timing reveals whether an account is suspended. */
import { job } from '../../platform/jobs/jobs';
import { sendAppealLink } from '../../people/appeal-links/appeal-links';

export const moderationJobs = [
  job({ name: 'moderation/appeal-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendAppealLink(ctx, email) }),
] as const;
