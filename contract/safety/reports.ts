/** Reports, and operators' decisions on them. */
import * as z from 'zod';
import { viewErrors } from '../content/content';
import { endpoints } from '../kernel/endpoint';
import { File, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { fromQuery, Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import {
  appealStatuses,
  decisionActions,
  decisionTargets,
  reportActions,
  reportReasons,
  reportSources,
  reportStatuses,
  reportTargets,
} from '../kernel/values/moderation';

export const Report = z.object({
  _id: Id,
  target: z.enum(reportTargets),
  targetId: Id,
  reason: z.enum(reportReasons),
  description: z.string(),
  reporter: Person.nullable(),
  /** The owner of the reported content, if they are a performer. */
  performer: Person.nullable(),
  status: z.enum(reportStatuses),
  action: z.enum(reportActions).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A decision of an operator, as the person concerned sees it. */
export const Decision = z.object({
  _id: Id,
  target: z.enum(decisionTargets),
  targetId: Id,
  action: z.enum(decisionActions),
  /** A short description of what it is about. */
  title: z.string(),
  reason: z.string(),
  createdAt: Instant,
  /** When it was lifted. */
  endedAt: Instant.nullable(),
  /** The appeal of the person concerned, and its outcome. Null if there is none. */
  appeal: z.object({ text: z.string(), status: z.enum(appealStatuses), note: z.string(), createdAt: Instant }).nullable(),
  /** Whether an appeal is possible: not a second time, and not if nothing is left to restore. */
  canBeAppealed: z.boolean(),
});

export const AdminReport = Report.extend({
  /** The owner of the reported content, or the reported account. */
  owner: Person.nullable(),
  /** A short description of what was reported. */
  title: z.string(),
  /** Where the report comes from: a person, or the list of blocked words. */
  source: z.enum(reportSources),
  /** The operator who is assigned to it. */
  takenBy: Person.nullable(),
  takenAt: Instant.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  note: z.string(),
});

/** A copy of what was reported, made at the time of the report. */
export const Evidence = z.object({
  title: z.string(),
  text: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Surrounding messages, oldest first. */
  lines: z.array(z.object({ author: z.string(), text: z.string(), at: Instant })),
  files: z.array(File),
  /** Its page on the site, if it has one. */
  link: z.string().nullable(),
});

export const AdminReportDetail = AdminReport.extend({
  evidence: Evidence,
  /** The actions that apply to what was reported. */
  actions: z.array(z.enum(reportActions)),
  history: z.object({
    owner: z.object({ reports: z.number(), upheld: z.number(), decisions: z.array(Decision) }),
    reporter: z.object({ reports: z.number(), upheld: z.number() }),
  }),
});

const targetNotFoundErrors = [
  'feed_not_found',
  'video_not_found',
  'gallery_not_found',
  'photo_not_found',
  'product_not_found',
  'comment_not_found',
  'message_not_found',
  'stream_not_found',
  'performer_not_found',
  'user_not_found',
] as const;

export default endpoints({
  'POST /reports': {
    summary: 'Report an account, or content that the caller can see. A copy is stored as evidence.',
    access: 'member',
    body: z.object({
      target: z.enum(reportTargets),
      targetId: Id,
      reason: z.enum(reportReasons),
      description: Text(limits.reportTextLengthMax).optional(),
    }),
    response: Report,
    rateLimit: 'report',
    errors: [...viewErrors, ...targetNotFoundErrors, 'content_locked', 'self_not_allowed', 'already_reported'],
  },
  'GET /decisions/:id': {
    summary: "An operator's decision about the caller's account or content.",
    access: 'member',
    params: IdParam,
    response: Decision,
    errors: ['decision_not_found'],
  },
  'GET /admin/reports/search': {
    summary: 'All reports. Open reports about child safety come first.',
    access: 'operator',
    right: 'reports.decide',
    query: pageQuery([]).extend({
      status: fromQuery(z.enum(reportStatuses)),
      target: fromQuery(z.enum(reportTargets)),
      reason: fromQuery(z.enum(reportReasons)),
      ownerId: fromQuery(Id),
      reporterId: fromQuery(Id),
    }),
    response: pageOf(AdminReport),
  },
  'GET /admin/reports/:id': {
    summary:
      'One report with a copy of the reported content, and the history of its owner and reporter. Access to reported messages is logged.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    response: AdminReportDetail,
    errors: ['report_not_found'],
  },
  'POST /admin/reports/:id/take': {
    summary: 'Assign a report to the caller, or remove the assignment.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    body: z.object({ isTaken: z.boolean() }),
    response: AdminReport,
    errors: ['report_not_found', 'report_resolved'],
  },
  'POST /admin/reports/:id/resolve': {
    summary: 'Decide on a report, and on all open reports about the same target.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    body: z.object({ action: z.enum(reportActions), note: Text(limits.reasonLengthMax).optional() }),
    response: AdminReport,
    errors: ['report_not_found', 'report_resolved', 'action_not_allowed', 'last_operator', 'stronger_operator'],
  },
});
