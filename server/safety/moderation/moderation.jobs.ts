/** What somebody asks for by an address: done after the answer, so that neither it nor its time tells who is suspended. */
import { job } from '../../platform/jobs/jobs';
import { sendAppealLink } from '../../people/appeal-links/appeal-links';

export const moderationJobs = [
  job({ name: 'moderation/appeal-link', retries: 5, retryDelay_s: 5, work: (ctx, { email }) => sendAppealLink(ctx, email) }),
] as const;
