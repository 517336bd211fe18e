/** What people report, and what operators decide about it. */
import { z } from 'zod';
import { seeFails } from '../content/content';
import { endpoints } from '../endpoint';
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
} from '../values';

export const Report = z.object({
  _id: Id,
  target: z.enum(reportTargets),
  targetId: Id,
  reason: z.enum(reportReasons),
  description: z.string(),
  reporter: Person.nullable(),
  /** Whose it is, where she is a performer. */
  performer: Person.nullable(),
  status: z.enum(reportStatuses),
  action: z.enum(reportActions).nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A decision of an operator, as whom it concerns reads it. */
export const Decision = z.object({
  _id: Id,
  target: z.enum(decisionTargets),
  targetId: Id,
  action: z.enum(decisionActions),
  /** What it was about, in a few words. */
  title: z.string(),
  reason: z.string(),
  createdAt: Instant,
  /** When it was taken back. */
  endedAt: Instant.nullable(),
  /** What whom it concerns has said against it, and what became of that; null where she has said nothing. */
  appeal: z.object({ text: z.string(), status: z.enum(appealStatuses), note: z.string(), createdAt: Instant }).nullable(),
  /** Whether she may still say something: not a second time, and not where nothing is left to give back. */
  canBeAppealed: z.boolean(),
});

export const AdminReport = Report.extend({
  /** Whose it is that was reported, or who. */
  owner: Person.nullable(),
  /** What was reported, in a few words. */
  title: z.string(),
  /** Who reported it: a person, or the list of words. */
  source: z.enum(reportSources),
  /** The operator who looks into it. */
  takenBy: Person.nullable(),
  takenAt: Instant.nullable(),
  decidedBy: Person.nullable(),
  decidedAt: Instant.nullable(),
  note: z.string(),
});

/** What was reported, as it was at that moment. */
export const Evidence = z.object({
  title: z.string(),
  text: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What was written around it, the oldest first. */
  lines: z.array(z.object({ author: z.string(), text: z.string(), at: Instant })),
  files: z.array(File),
  /** Its page on the site, where it has one. */
  link: z.string().nullable(),
});

export const AdminReportDetail = AdminReport.extend({
  evidence: Evidence,
  /** What of the answers fits what was reported. */
  actions: z.array(z.enum(reportActions)),
  history: z.object({
    owner: z.object({ reports: z.number(), upheld: z.number(), decisions: z.array(Decision) }),
    reporter: z.object({ reports: z.number(), upheld: z.number() }),
  }),
});

const reported = [
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
    does: 'Report somebody, or something that one sees. A copy of it is kept.',
    access: 'member',
    body: z.object({
      target: z.enum(reportTargets),
      targetId: Id,
      reason: z.enum(reportReasons),
      description: Text(limits.reportTextLengthMax).optional(),
    }),
    answer: Report,
    rate: 'report',
    fails: [...seeFails, ...reported, 'content_locked', 'self_not_allowed', 'already_reported'],
  },
  'GET /decisions/:id': {
    does: 'A decision of an operator about the own account, or something of the own.',
    access: 'member',
    params: IdParam,
    answer: Decision,
    fails: ['decision_not_found'],
  },
  'GET /admin/reports/search': {
    does: 'All reports. Of those that wait, children in danger stand first.',
    access: 'operator',
    right: 'reports.decide',
    query: pageQuery([]).extend({
      status: fromQuery(z.enum(reportStatuses)),
      target: fromQuery(z.enum(reportTargets)),
      reason: fromQuery(z.enum(reportReasons)),
      ownerId: fromQuery(Id),
      reporterId: fromQuery(Id),
    }),
    answer: pageOf(AdminReport),
  },
  'GET /admin/reports/:id': {
    does: 'One report with the copy of what was reported, and what is known of both sides. Reading a message is logged.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    answer: AdminReportDetail,
    fails: ['report_not_found'],
  },
  'POST /admin/reports/:id/take': {
    does: 'Tell the other operators that one looks into it, or no longer does.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    body: z.object({ isTaken: z.boolean() }),
    answer: AdminReport,
    fails: ['report_not_found', 'report_resolved'],
  },
  'POST /admin/reports/:id/resolve': {
    does: 'Decide on a report, and with it on all that wait about the same.',
    access: 'operator',
    right: 'reports.decide',
    params: IdParam,
    body: z.object({ action: z.enum(reportActions), note: Text(limits.reasonLengthMax).optional() }),
    answer: AdminReport,
    fails: ['report_not_found', 'report_resolved', 'action_not_allowed', 'last_operator', 'stronger_operator'],
  },
});
