/** What is done with messages in the background. */
import { refoldJob } from '../../jobs/refolding';
import { refoldMessages } from './words';

export const messageJobs = [refoldJob('messages/refold', refoldMessages)] as const;
