/** Mails about suspensions and appeals, and to operators about ledger errors. */
import * as limits from '@contract/kernel/limits';
import { formatDuration, momentOf } from '../languages/formats';
import { say, translated } from '../languages/messages';
import { button, greeting, note, quote, text } from './blocks';
import type { MailContent, Site } from './layout';

export interface SafetyTemplateValues {
  'account-suspended': { name: string; reason: string; link: string };
  'account-restored': { name: string; words: string; link: string };
  'appeal-upheld': { name: string; words: string };
  /** To operators: each violated invariant with its description and first violation. */
  'books-wrong': { name: string; at: Date; found: { law: string; says: string; first: string }[]; link: string };
}

export const safetyTemplates: { [T in keyof SafetyTemplateValues]: (values: SafetyTemplateValues[T], site: Site) => MailContent } = {
  'account-suspended': ({ name, reason, link }, site) => ({
    subject: say`Your account at ${site.name} is suspended`,
    preview: say`You can have this looked at again.`,
    blocks: [
      greeting(name),
      text(say`Your account was suspended. You cannot log in until it is restored. The reason:`),
      quote(reason),
      text(say`If you think that this is a mistake, tell us why. Somebody else of our team looks at it again.`),
      button(say`Appeal`, link),
      note(say`The link needs no login and works for ${formatDuration(limits.appealLink_s)}. Give it to nobody.`),
    ],
  }),
  'account-restored': ({ name, words, link }, site) => ({
    subject: say`Your account at ${site.name} is restored`,
    preview: say`You can log in again.`,
    blocks: [
      greeting(name),
      text(say`The suspension of your account is over, and you can log in again.`),
      ...(words === '' ? [] : [quote(words)]),
      button(say`Log in`, link),
    ],
  }),
  'appeal-upheld': ({ name, words }, site) => ({
    subject: say`Your appeal to ${site.name}`,
    preview: say`We have looked at it again.`,
    blocks: [greeting(name), text(say`We have looked at your appeal. Your account stays suspended. Our answer:`), quote(words)],
  }),
  'books-wrong': ({ name, at, found, link }, site) => ({
    subject: say`The books of ${site.name} are wrong`,
    preview: say`The nightly check found what should not be.`,
    blocks: [
      greeting(name),
      text(say`The check of ${momentOf(at)} found what should not be. Nothing was changed by it.`),
      ...found.flatMap(({ law, says, first }) => [text(say`${law}: ${translated(says)}`), quote(first)]),
      button(say`See the check`, link),
      note(say`Look at it before you give money back, correct balances or pay out. You get one such mail a night.`),
    ],
  }),
};
