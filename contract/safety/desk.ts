/** The operators' console: background jobs, messages of the contact form, and notes on accounts. */
import * as z from 'zod';
import { endpoints } from '../kernel/endpoint';
import { Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { contactStates, jobStates } from '../kernel/values/console';

/** A background job. Its payload may be personal, so only the ids in it are returned. */
const Job = z.object({
  _id: Id,
  queue: z.string(),
  /** The ids in its payload, e.g. `mailId`. */
  about: z.array(z.object({ name: z.string(), id: Id })),
  state: z.enum(jobStates),
  tries: z.number(),
  triesMax: z.number(),
  /** The error of the last try, without personal data and secrets. */
  failure: z.string().nullable(),
  /** The time of the next try; null when there is none. */
  runsAt: Instant.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const ContactMessage = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  /** The reply; null while the message is unanswered. */
  reply: z.object({ text: z.string(), by: Person.nullable(), at: Instant }).nullable(),
  createdAt: Instant,
});

const Note = z.object({ _id: Id, text: z.string(), author: Person.nullable(), isOwn: z.boolean(), createdAt: Instant });

export default endpoints({
  'GET /admin/jobs/search': {
    summary: 'Background jobs, with the number of failed jobs per queue.',
    access: 'operator',
    right: 'jobs.retry',
    query: pageQuery([]).extend({ queue: fromQuery(Text(60)), state: fromQuery(z.enum(jobStates)) }),
    response: pageOf(Job).extend({ queues: z.array(z.object({ queue: z.string(), failed: z.number() })) }),
  },
  'POST /admin/jobs/:id/retry': {
    summary: 'Retry a failed job.',
    access: 'operator',
    right: 'jobs.retry',
    params: IdParam,
    response: Job,
    errors: ['job_not_found', 'already_so'],
  },
  'GET /admin/inbox/search': {
    summary: 'Messages from the contact form.',
    access: 'operator',
    right: 'inbox.answer',
    query: pageQuery([]).extend({ state: fromQuery(z.enum(contactStates)) }),
    response: pageOf(ContactMessage),
  },
  'POST /admin/inbox/:id/answer': {
    summary: 'Reply to a message by email. Each message can be answered once.',
    access: 'operator',
    right: 'inbox.answer',
    params: IdParam,
    body: z.object({ text: Text(limits.contactMessage.lengthMax, 1) }),
    response: ContactMessage,
    errors: ['contact_message_not_found', 'already_so'],
  },
  'GET /admin/users/:id/notes': {
    summary: "Operators' notes on an account, newest first.",
    access: 'operator',
    right: 'people.read',
    params: IdParam,
    query: pageQuery([]),
    response: pageOf(Note),
    errors: ['user_not_found'],
  },
  'POST /admin/users/:id/notes': {
    summary: 'Add a note on an account. Only operators see it.',
    access: 'operator',
    right: 'people.change',
    params: IdParam,
    body: z.object({ text: Text(limits.operatorNoteLengthMax, 1) }),
    response: Note,
    errors: ['user_not_found'],
  },
  'DELETE /admin/users/:id/notes/:noteId': {
    summary: "Delete one of the caller's notes.",
    access: 'operator',
    right: 'people.change',
    params: IdParam.extend({ noteId: Id }),
    response: z.object({ deleted: z.literal(true) }),
    errors: ['note_not_found', 'not_owner'],
  },
});
