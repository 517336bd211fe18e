/** Mails about suspensions and appeals, and to operators about ledger errors. */
import * as limits from '@contract/kernel/limits';
import { formatDuration, momentOf } from '../languages/formats';
import { say, translated } from '../languages/messages';
import { button, greeting, note, quote, text } from './blocks';
import type { MailContent, Site } from './layout';

export interface SafetyTemplateValues {
  'account-suspended': { name: string; reason: string; link: string };
  'account-restored': { name: string; note: string; link: string };
  'appeal-upheld': { name: string; note: string };
  /** To operators: each violated invariant with its statement and first violation. */
  'books-wrong': {
    name: string;
    at: Date;
    violatedInvariants: { name: string; statement: string; firstViolation: string }[];
    link: string;
  };
}

export const safetyTemplates: { [T in keyof SafetyTemplateValues]: (values: SafetyTemplateValues[T], site: Site) => MailContent } = {
  'account-suspended': ({ name, reason, link }, site) => ({
    subject: say`Your ${site.name} account is suspended`,
    preview: say`You can appeal this decision.`,
    blocks: [
      greeting(name),
      text(say`Your account was suspended. You can’t log in until it’s restored. Reason:`),
      quote(reason),
      text(say`If you think this is a mistake, you can appeal. Someone else on our team will review it.`),
      button(say`Appeal`, link),
      note(say`The link works without logging in and expires in ${formatDuration(limits.appealLink_s)}. Don’t share it.`),
    ],
  }),
  'account-restored': ({ name, note: noteText, link }, site) => ({
    subject: say`Your ${site.name} account is restored`,
    preview: say`You can log in again.`,
    blocks: [
      greeting(name),
      text(say`Your account is no longer suspended. You can log in again.`),
      ...(noteText === '' ? [] : [quote(noteText)]),
      button(say`Log in`, link),
    ],
  }),
  'appeal-upheld': ({ name, note: noteText }, site) => ({
    subject: say`We reviewed your appeal to ${site.name}`,
    preview: say`Your account stays suspended.`,
    blocks: [greeting(name), text(say`We reviewed your appeal. Your account stays suspended. Our answer:`), quote(noteText)],
  }),
  'books-wrong': ({ name, at, violatedInvariants, link }, site) => ({
    subject: say`The ledger check on ${site.name} found problems`,
    preview: say`Review them before you move money.`,
    blocks: [
      greeting(name),
      text(say`The ledger check on ${momentOf(at)} found the problems below. It didn’t change anything.`),
      ...violatedInvariants.flatMap((invariant) => [
        text(say`${invariant.name}: ${translated(invariant.statement)}`),
        quote(invariant.firstViolation),
      ]),
      button(say`See ledger check`, link),
      note(say`Review them before you issue refunds, correct balances or approve payouts. We send this email at most once a night.`),
    ],
  }),
};
