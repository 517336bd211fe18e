/** What comes to the operators' desk: background jobs, messages of the contact form, and notes on people. */
import { z } from 'zod';
import { endpoints } from '../endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { contactStates, jobStates } from '../values';

/** A piece of background work. What it carries may be personal, so it is named by the ids in it alone. */
const Job = z.object({
  _id: Id,
  queue: z.string(),
  /** The ids it works on, such as `mailId`. */
  about: z.array(z.object({ name: z.string(), id: Id })),
  state: z.enum(jobStates),
  tries: z.number(),
  triesMax: z.number(),
  /** Why the last try failed, without what could name a person or open a door. */
  failure: z.string().nullable(),
  /** When it is tried next; null when it is not. */
  runsAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const ContactMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** What was written back; null while it waits. */
  reply: z.object({ text: z.string(), by: Person.nullable(), at: Instant }).nullable(),
  createdAt: Instant,
});

const Note = z.object({ _id: Id, text: z.string(), author: Person.nullable(), isOwn: z.boolean(), createdAt: Instant });

export default endpoints({
  'GET /admin/jobs/search': {
    does: 'Background jobs, with how many of each queue have failed.',
    access: 'operator',
    right: 'jobs.retry',
    query: pageQuery([]).extend({ queue: fromQuery(Text(60)), state: fromQuery(z.enum(jobStates)) }),
    answer: pageOf(Job).extend({ queues: z.array(z.object({ queue: z.string(), failed: z.number() })) }),
  },
  'POST /admin/jobs/:id/retry': {
    does: 'Try a failed job once more.',
    access: 'operator',
    right: 'jobs.retry',
    params: IdParam,
    answer: Job,
    fails: ['job_not_found', 'already_so'],
  },
  'GET /admin/inbox/search': {
    does: 'Messages of the contact form.',
    access: 'operator',
    right: 'inbox.answer',
    query: pageQuery([]).extend({ state: fromQuery(z.enum(contactStates)) }),
    answer: pageOf(ContactMessage),
  },
  'POST /admin/inbox/:id/answer': {
    does: 'Answer a message by mail. Each is answered once.',
    access: 'operator',
    right: 'inbox.answer',
    params: IdParam,
    body: z.object({ text: Text(limits.contactMessage.lengthMax, 1) }),
    answer: ContactMessage,
    fails: ['contact_message_not_found', 'already_so'],
  },
  'GET /admin/users/:id/notes': {
    does: 'What operators have noted about somebody, the newest first.',
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    query: pageQuery([]),
    answer: pageOf(Note),
    fails: ['user_not_found'],
  },
  'POST /admin/users/:id/notes': {
    does: 'Note something about somebody. Operators alone see it.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: z.object({ text: Text(limits.operatorNoteLengthMax, 1) }),
    answer: Note,
    fails: ['user_not_found'],
  },
  'DELETE /admin/users/:id/notes/:noteId': {
    does: 'Delete an own note.',
    access: 'operator',
    right: 'people.change',
    params: IdParam.extend({ noteId: Id }),
    answer: z.object({ deleted: z.literal(true) }),
    fails: ['note_not_found', 'not_owner'],
  },
});
