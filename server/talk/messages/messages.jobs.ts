/** Background jobs of messages. */
import { refoldJob } from '../../platform/jobs/refold';
import { refoldMessages } from './search-index';

export const messageJobs = [refoldJob('messages/refold', refoldMessages)] as const;
