/** Mail templates. Values are typed per template; `layout.ts` renders and escapes them. */
import * as limits from '@contract/kernel/limits';
import { countryOf, formatDuration, momentOf } from '../languages/formats';
import type { Language } from '../languages/languages';
import { joinMessages, say, translated } from '../languages/messages';
import { button, details, greeting, note, quote, safeNameLengthMax, text } from './blocks';
import { layOut, oneLine, type Detail, type MailContent, type RenderedMail, type Site } from './layout';
import { earningTemplates, type EarningTemplateValues } from './earning-templates';
import { notificationTemplates, type NotificationTemplateValues } from './notification-templates';
import { orderTemplates, type OrderTemplateValues } from './order-templates';
import { paymentTemplates, type PaymentTemplateValues } from './payment-templates';
import { privacyTemplates, type PrivacyTemplateValues } from './privacy-templates';
import { safetyTemplates, type SafetyTemplateValues } from './safety-templates';
import { showTemplates, type ShowTemplateValues } from './show-templates';
import { subscriptionTemplates, type SubscriptionTemplateValues } from './subscription-templates';

/** Values of the templates. `name` is the recipient's unescaped name; links are absolute URLs on the site. */
export interface TemplateValues
  extends
    PaymentTemplateValues,
    SubscriptionTemplateValues,
    EarningTemplateValues,
    OrderTemplateValues,
    NotificationTemplateValues,
    PrivacyTemplateValues,
    SafetyTemplateValues,
    ShowTemplateValues {
  'verify-email': { name: string; link: string };
  'account-exists': { name: string; loginLink: string; resetLink: string };
  'reset-password': { name: string; link: string };
  'password-changed': { name: string; at: Date; resetLink: string };
  'email-changing': { name: string; newEmail: string; securityLink: string };
  /** To the former address. `undoLink` is null if the recipient may not undo the change. */
  'email-changed': { name: string; newEmail: string; undoLink: string | null; contactLink: string };
  'new-sign-in': { name: string; device: string; address: string | null; country: string | null; at: Date; securityLink: string };
  'application-received': { name: string };
  'application-approved': { name: string; link: string };
  'application-rejected': { name: string; note: string; link: string };
  'payout-details-changed': { name: string; at: Date; securityLink: string };
  'second-step-changed': { name: string; what: string; at: Date; securityLink: string };
  contact: { name: string; email: string; message: string };
  'contact-answer': { name: string; message: string; answer: string };
  'helper-invited': { by: string; may: readonly string[]; link: string };
  'team-invited': { by: string; may: readonly string[]; link: string };
  test: { at: Date };
}
export type TemplateName = keyof TemplateValues;

const templates: { [T in TemplateName]: (values: TemplateValues[T], site: Site) => MailContent } = {
  ...paymentTemplates,
  ...subscriptionTemplates,
  ...earningTemplates,
  ...orderTemplates,
  ...showTemplates,
  ...privacyTemplates,
  ...safetyTemplates,
  ...notificationTemplates,
  'verify-email': ({ name, link }, site) => ({
    subject: say`Confirm your e-mail address for ${site.name}`,
    preview: say`One click, and your address is confirmed.`,
    blocks: [
      greeting(name),
      text(say`Please confirm that this address is yours.`),
      button(say`Confirm address`, link),
      note(
        say`The link works once, within ${formatDuration(limits.verifyEmailLink_s)}. If you did not ask for it, you can ignore this message.`,
      ),
    ],
  }),
  'account-exists': ({ name, loginLink, resetLink }, site) => ({
    subject: say`You already have an account at ${site.name}`,
    preview: say`Somebody tried to register with your address.`,
    blocks: [
      greeting(name),
      text(
        say`Somebody, perhaps you, tried to register at ${site.name} with this address. It already has an account, so nothing was changed.`,
      ),
      button(say`Log in`, loginLink),
      text(say`Forgot the password? Set a new one here: ${resetLink}`),
      note(say`If it was not you, you can ignore this message.`),
    ],
  }),
  'reset-password': ({ name, link }, site) => ({
    subject: say`Set a new password for ${site.name}`,
    preview: say`The link that you asked for.`,
    blocks: [
      greeting(name),
      text(say`You can choose a new password now. All devices will be logged out then.`),
      button(say`Set new password`, link),
      note(
        say`The link works once, within ${formatDuration(limits.resetPasswordLink_s)}. If you did not ask for it, ignore this message: your password stays as it is.`,
      ),
    ],
  }),
  'password-changed': ({ name, at, resetLink }, site) => ({
    subject: say`Your password at ${site.name} was changed`,
    preview: say`If it was not you, act now.`,
    blocks: [
      greeting(name),
      text(say`Your password was changed on ${momentOf(at)}, and your other devices were logged out.`),
      text(say`If it was you, there is nothing to do. If not, set a new password at once.`),
      button(say`Set new password`, resetLink),
    ],
  }),
  'email-changing': ({ name, newEmail, securityLink }, site) => ({
    subject: say`Your e-mail address at ${site.name} is about to change`,
    preview: say`If it was not you, act now.`,
    blocks: [
      greeting(name),
      text(say`Somebody logged in to your account asked to replace this address by another:`),
      details([say`New address`, newEmail]),
      text(say`The change takes effect when the new address is confirmed. If it was not you, change your password now.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  'email-changed': ({ name, newEmail, undoLink, contactLink }, site) => ({
    subject: say`Your e-mail address at ${site.name} was changed`,
    preview: say`If it was not you, act now.`,
    blocks: [
      greeting(name),
      text(say`Your account has another e-mail address now, and this one opens it no more.`),
      details([say`New address`, newEmail]),
      ...(undoLink === null
        ? [text(say`If you did not expect this, write to us at once.`), button(say`Write to us`, contactLink)]
        : [
            text(
              say`If it was you, there is nothing to do. If not, take your account back: you set a new password, and every device is logged out.`,
            ),
            button(say`Undo the change`, undoLink),
            note(say`The link is good for ${String(limits.restoreEmailLink_s / 86_400)} days.`),
          ]),
    ],
  }),
  'new-sign-in': ({ name, device, address, country, at, securityLink }, site) => ({
    subject: say`New login to your account at ${site.name}`,
    preview: say`From a device that we have not seen before.`,
    blocks: [
      greeting(name),
      text(say`Your account was logged in to from a device that we have not seen before.`),
      details(
        [say`Device`, translated(device)],
        [say`When`, momentOf(at)],
        ...(country === null ? [] : ([[say`Country`, countryOf(country)]] satisfies Detail[])),
        ...(address === null ? [] : ([[say`Network address`, address]] satisfies Detail[])),
      ),
      text(say`If it was you, there is nothing to do. If not, log that device out and change your password.`),
      button(say`Check your devices`, securityLink),
    ],
  }),
  'application-received': ({ name }, site) => ({
    subject: say`We have your application to ${site.name}`,
    preview: say`We look at your documents now.`,
    blocks: [
      greeting(name),
      text(
        say`Thank you for applying as a performer at ${site.name}. We check your documents now and write to you as soon as there is a decision.`,
      ),
      note(say`Your documents are stored encrypted. Only the people who run the site can open them.`),
    ],
  }),
  'application-approved': ({ name, link }, site) => ({
    subject: say`Welcome on stage at ${site.name}`,
    preview: say`Your application was approved.`,
    blocks: [
      greeting(name),
      text(say`Your application was approved. You can complete your page and set your prices now.`),
      button(say`Open your page`, link),
    ],
  }),
  'application-rejected': ({ name, note: reason, link }, site) => ({
    subject: say`Your application to ${site.name}`,
    preview: say`We could not approve it yet.`,
    blocks: [
      greeting(name),
      text(say`We could not approve your application yet. The reason:`),
      quote(reason),
      text(say`You can send new documents at any time.`),
      button(say`Send new documents`, link),
    ],
  }),
  'second-step-changed': ({ name, what, at, securityLink }, site) => ({
    subject: say`The second step of your account at ${site.name} was changed`,
    preview: say`If it was not you, act now.`,
    blocks: [
      greeting(name),
      text(translated(what)),
      details([say`When`, momentOf(at)]),
      text(say`If you expected this, there is nothing to do. If not, change your password and look at your devices.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  'payout-details-changed': ({ name, at, securityLink }, site) => ({
    subject: say`Your payout details at ${site.name} were changed`,
    preview: say`If it was not you, act now.`,
    blocks: [
      greeting(name),
      text(say`The details of where your earnings are paid were changed on ${momentOf(at)}.`),
      text(say`If it was you, there is nothing to do. If not, change your password now and check the details.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  contact: ({ name, email, message }, site) => ({
    subject: say`Message to ${site.name} from ${oneLine(name, safeNameLengthMax)}`,
    preview: say`Somebody wrote through the contact form.`,
    blocks: [details([say`Name`, name], [say`E-mail`, email]), quote(message), note(say`Answer this message to write back.`)],
  }),
  'contact-answer': ({ name, message, answer }, site) => ({
    subject: say`Answer from ${site.name}`,
    preview: say`You wrote to us.`,
    blocks: [greeting(name), text(say`You wrote to us. This is our answer:`), quote(answer), note(say`Your message was:`), quote(message)],
  }),
  'helper-invited': ({ by, may, link }, site) => ({
    subject: say`Help ${oneLine(by, safeNameLengthMax)} at ${site.name}`,
    preview: say`${by} would like you to help.`,
    blocks: [
      text(say`${by} would like you to help on ${site.name}, with an account of your own. What you would do:`),
      text(joinMessages(may.map(translated), '; ')),
      button(say`See the invitation`, link),
      note(
        say`Log in, or make an account, with the address that this message was sent to. The link works once, within ${formatDuration(limits.delegateInvitation_s)}. Nobody will ask you for a password of somebody else. If you do not know what this is about, ignore it.`,
      ),
    ],
  }),
  'team-invited': ({ by, may, link }, site) => ({
    subject: say`Help to run ${site.name}`,
    preview: say`${by} invites you to the team.`,
    blocks: [
      text(say`${by} invites you to the team that runs ${site.name}. What you would do there:`),
      text(joinMessages(may.map(translated), '; ')),
      button(say`Join the team`, link),
      note(
        say`Log in, or make an account, with the address that this message was sent to. The link works once, within ${formatDuration(limits.teamInvitation_s)}. If you do not know what this is about, ignore it.`,
      ),
    ],
  }),
  test: ({ at }, site) => ({
    subject: say`Test message from ${site.name}`,
    preview: say`Mail works.`,
    blocks: [text(say`This is a test message. When you can read it, ${site.name} can send mail.`), details([say`Sent`, momentOf(at)])],
  }),
};

/** All names of templates. */
export const templateNames = Object.keys(templates) as TemplateName[];

/** Renders a template. `values` cannot inject markup, headers or recipients. */
export function render<T extends TemplateName>(name: T, values: TemplateValues[T], site: Site, language: Language): RenderedMail {
  return layOut(templates[name](values, site), site, language);
}
