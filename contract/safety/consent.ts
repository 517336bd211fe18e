/** Consent of everyone shown in published items: given through an account, or by a signed release. */
import * as z from 'zod';
import { Feed, Gallery, Photo, Product, ShownPerson, uploadErrors, Video } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import { File, PerformerCard, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Day, fromQuery, Id, IdParam, Instant, NameOf, pageOf, pageQuery, Text } from '../kernel/shapes';
import {
  consentAnswers,
  consentFilters,
  consentEvents,
  consents,
  itemConsents,
  itemStates,
  recordKinds,
  releaseStatuses,
} from '../kernel/values/content';
import { appearanceShowStatuses } from '../kernel/values/live';
import { documentTypes } from '../kernel/values/people';

/** A live show that shows the caller: upcoming (without a title yet), live or ended. */
const AppearanceShow = z.object({
  kind: z.literal('show'),
  /** The id of its session; before it begins, the id of its stream. */
  _id: Id,
  title: z.string(),
  performer: PerformerCard,
  status: z.enum(appearanceShowStatuses),
  isRecording: z.boolean(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
});

/** An item or show that shows the caller. It is sent unlocked whatever it costs, since the caller accepts or rejects it. */
const Appearance = z.object({
  _id: Id,
  consent: z.enum(consents),
  /** Incremented when what is shown changes. An answer contains the version that it is about. */
  version: z.number(),
  /** Its page on the site; null for a photo without a gallery and for a show that is not live. */
  link: z.string().nullable(),
  item: z.discriminatedUnion('kind', [Feed, Gallery, Photo, Video, Product, AppearanceShow]),
  askedAt: Instant,
  answeredAt: Instant.nullable(),
});

/** The consent of a person without an account: their signed form and their identity document. */
const Release = z.object({
  _id: Id,
  name: z.string(),
  dateOfBirth: z.string(),
  signedOn: z.string(),
  status: z.enum(releaseStatuses),
  /** Why it was rejected or withdrawn; empty otherwise. */
  note: z.string(),
  /** Number of items that name it. */
  items: z.number(),
  /** The signed form, and the identity document. */
  form: File,
  identity: File,
  createdAt: Instant,
  decidedAt: Instant.nullable(),
});

const AdminRelease = Release.extend({ performer: Person.nullable(), decidedBy: Person.nullable() });

const IdentityDocument = z.object({ type: z.enum(documentTypes), file: File });

/** The record of one person in an item. */
const RecordedPerson = ShownPerson.extend({
  person: Person.nullable(),
  /** As on the identity documents or the release; null when these no longer exist. */
  legalName: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  /** When an operator approved the identity documents or the release. */
  verifiedAt: Instant.nullable(),
  papers: z.array(IdentityDocument),
  releasePapers: z.array(File),
  isRemoved: z.boolean(),
  history: z.array(z.object({ event: z.enum(consentEvents), at: Instant })),
});

/** Who is shown in an item or a live show, who published it, and what proves their age and consent. */
const RecordSheet = z.object({
  _id: Id,
  kind: z.enum(recordKinds),
  title: z.string(),
  /** Null for a live show. */
  state: z.enum(itemStates).nullable(),
  consent: z.enum(itemConsents),
  createdAt: Instant,
  publishedAt: Instant.nullable(),
  deletedAt: Instant.nullable(),
  /** The publisher, who is not necessarily one of `people`. */
  publisher: RecordedPerson.pick({ person: true, legalName: true, dateOfBirth: true, verifiedAt: true, papers: true }),
  people: z.array(RecordedPerson),
});

export default endpoints({
  'GET /appearances': {
    summary: 'Items and shows in which the caller appears, newest first.',
    access: 'performer',
    query: pageQuery([]).extend({ state: fromQuery(z.enum(consentFilters)) }),
    response: pageOf(Appearance).extend({ waiting: z.number() }),
  },
  'POST /appearances/:id/answer': {
    summary: 'Give or deny consent to being shown, or report that it shows someone else. The answer can be changed at any time.',
    access: 'performer',
    params: IdParam,
    body: z.object({ answer: z.enum(consentAnswers), version: z.number().int().min(1) }),
    response: z.object({ _id: Id, consent: z.enum(consents), version: z.number() }),
    errors: ['appearance_not_found', 'appearance_changed'],
  },
  'GET /performer/releases': {
    summary: "The caller's releases of people without an account.",
    access: 'performer',
    query: pageQuery(['name']).extend({ status: fromQuery(z.enum(releaseStatuses)) }),
    response: pageOf(Release),
  },
  'POST /performer/releases': {
    summary: 'Add a signed release. Items that use it are published once an operator has approved it.',
    access: 'performer',
    files: { form: { kind: 'document', required: true }, identity: { kind: 'document', required: true } },
    body: z.object({ name: NameOf(limits.legalNameLengthMax), dateOfBirth: Day, signedOn: Day }),
    response: Release,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...uploadErrors, 'performer_not_verified', 'under_age', 'too_many_releases'],
  },
  'DELETE /performer/releases/:id': {
    summary: 'Delete a release that no item uses.',
    access: 'performer',
    params: IdParam,
    response: z.object({ deleted: z.literal(true) }),
    errors: ['release_not_found', 'release_used'],
  },
  'GET /admin/releases/search': {
    summary: 'Releases of people without an account.',
    access: 'operator',
    right: 'papers.decide',
    query: pageQuery(['name']).extend({ status: fromQuery(z.enum(releaseStatuses)) }),
    response: pageOf(AdminRelease),
  },
  'POST /admin/releases/:id/decide': {
    summary:
      'Approve or reject a release, or withdraw it at the request of the person in it. Items that use a withdrawn release are unpublished.',
    access: 'operator',
    right: 'papers.decide',
    params: IdParam,
    body: z.object({ decision: z.enum(['approved', 'rejected', 'withdrawn']), note: Text(limits.reasonLengthMax).optional() }),
    response: AdminRelease,
    errors: ['release_not_found', 'release_decided'],
  },
  'GET /admin/items/:id/record': {
    summary:
      'The record sheet of an item, or of a live show by its session: who is shown, and the proof of their age and consent. Access is logged.',
    access: 'operator',
    right: 'papers.decide',
    params: IdParam,
    response: RecordSheet,
    errors: ['content_not_found'],
  },
});
