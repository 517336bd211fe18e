/** Mail templates. Values are typed per template; `layout.ts` renders and escapes them. */
import * as limits from '@contract/kernel/limits';
import { countryOf, formatDuration, momentOf } from '../languages/formats';
import type { Language } from '../languages/languages';
import { joinMessages, say, translated } from '../languages/messages';
import { button, details, greeting, note, quote, safeNameLengthMax, text } from './blocks';
import { renderMail, oneLine, type Detail, type MailContent, type RenderedMail, type Site } from './layout';
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
  'second-step-changed': { name: string; change: string; at: Date; securityLink: string };
  contact: { name: string; email: string; message: string };
  'contact-answer': { name: string; message: string; answer: string };
  'helper-invited': { inviter: string; rights: readonly string[]; link: string };
  'team-invited': { inviter: string; rights: readonly string[]; link: string };
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
    subject: say`Confirm your email address for ${site.name}`,
    preview: say`It only takes one click.`,
    blocks: [
      greeting(name),
      text(say`Please confirm that this email address is yours.`),
      button(say`Confirm address`, link),
      note(
        say`The link works once and expires in ${formatDuration(limits.verifyEmailLink_s)}. If you didn’t ask for it, you can ignore this email.`,
      ),
    ],
  }),
  'account-exists': ({ name, loginLink, resetLink }, site) => ({
    subject: say`You already have an account on ${site.name}`,
    preview: say`Someone tried to sign up with your email address.`,
    blocks: [
      greeting(name),
      text(
        say`Someone, maybe you, tried to sign up for ${site.name} with this email address. It already has an account, so nothing changed.`,
      ),
      button(say`Log in`, loginLink),
      text(say`Forgot your password? Set a new one here: ${resetLink}`),
      note(say`If this wasn’t you, you can ignore this email.`),
    ],
  }),
  'reset-password': ({ name, link }, site) => ({
    subject: say`Set a new password for ${site.name}`,
    preview: say`Here’s the link you asked for.`,
    blocks: [
      greeting(name),
      text(say`You can set a new password now. This logs out all devices.`),
      button(say`Set new password`, link),
      note(
        say`The link works once and expires in ${formatDuration(limits.resetPasswordLink_s)}. If you didn’t ask for it, ignore this email. Your password won’t change.`,
      ),
    ],
  }),
  'password-changed': ({ name, at, resetLink }, site) => ({
    subject: say`Your ${site.name} password was changed`,
    preview: say`If this wasn’t you, secure your account now.`,
    blocks: [
      greeting(name),
      text(say`Your password was changed on ${momentOf(at)}, and your other devices were logged out.`),
      text(say`If this was you, no action is needed. If not, set a new password now.`),
      button(say`Set new password`, resetLink),
    ],
  }),
  'email-changing': ({ name, newEmail, securityLink }, site) => ({
    subject: say`Your ${site.name} email address is about to change`,
    preview: say`If this wasn’t you, secure your account now.`,
    blocks: [
      greeting(name),
      text(say`Someone logged in to your account asked to change its email address to:`),
      details([say`New address`, newEmail]),
      text(say`The change takes effect once the new address is confirmed. If this wasn’t you, change your password now.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  'email-changed': ({ name, newEmail, undoLink, contactLink }, site) => ({
    subject: say`Your ${site.name} email address was changed`,
    preview: say`If this wasn’t you, secure your account now.`,
    blocks: [
      greeting(name),
      text(say`The email address on your account was changed. You can no longer log in with this one.`),
      details([say`New address`, newEmail]),
      ...(undoLink === null
        ? [text(say`If you didn’t expect this, contact us right away.`), button(say`Contact us`, contactLink)]
        : [
            text(
              say`If this was you, no action is needed. If not, undo the change. You’ll set a new password, and all devices will be logged out.`,
            ),
            button(say`Undo change`, undoLink),
            note(say`The link expires in ${String(limits.restoreEmailLink_s / 86_400)} days.`),
          ]),
    ],
  }),
  'new-sign-in': ({ name, device, address, country, at, securityLink }, site) => ({
    subject: say`New login to your ${site.name} account`,
    preview: say`From a device we haven’t seen before.`,
    blocks: [
      greeting(name),
      text(say`We noticed a login to your account from a new device.`),
      details(
        [say`Device`, translated(device)],
        [say`When`, momentOf(at)],
        ...(country === null ? [] : ([[say`Country`, countryOf(country)]] satisfies Detail[])),
        ...(address === null ? [] : ([[say`IP address`, address]] satisfies Detail[])),
      ),
      text(say`If this was you, no action is needed. If not, log out that device and change your password.`),
      button(say`Check your devices`, securityLink),
    ],
  }),
  'application-received': ({ name }, site) => ({
    subject: say`We’ve received your application to ${site.name}`,
    preview: say`We’re reviewing your documents.`,
    blocks: [
      greeting(name),
      text(say`Thank you for applying as a creator on ${site.name}. We’re reviewing your documents and will email you once we’ve decided.`),
      note(say`Only our review team can see your documents. They’re stored encrypted.`),
    ],
  }),
  'application-approved': ({ name, link }, site) => ({
    subject: say`You’re now a creator on ${site.name}`,
    preview: say`Your application was approved.`,
    blocks: [
      greeting(name),
      text(say`Your application was approved. You can now complete your profile and set your prices.`),
      button(say`Open your profile`, link),
    ],
  }),
  'application-rejected': ({ name, note: reason, link }, site) => ({
    subject: say`An update on your application to ${site.name}`,
    preview: say`We couldn’t approve it yet.`,
    blocks: [
      greeting(name),
      text(say`We couldn’t approve your application yet. Reason:`),
      quote(reason),
      text(say`You can upload new documents anytime.`),
      button(say`Upload new documents`, link),
    ],
  }),
  'second-step-changed': ({ name, change, at, securityLink }, site) => ({
    subject: say`Two-step verification changed on your ${site.name} account`,
    preview: say`If this wasn’t you, secure your account now.`,
    blocks: [
      greeting(name),
      text(translated(change)),
      details([say`When`, momentOf(at)]),
      text(say`If you expected this, no action is needed. If not, change your password and check your devices.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  'payout-details-changed': ({ name, at, securityLink }, site) => ({
    subject: say`Your ${site.name} payout details were changed`,
    preview: say`If this wasn’t you, secure your account now.`,
    blocks: [
      greeting(name),
      text(say`Your payout details were changed on ${momentOf(at)}.`),
      text(say`If this was you, no action is needed. If not, change your password now and check your payout details.`),
      button(say`Check your account`, securityLink),
    ],
  }),
  contact: ({ name, email, message }, site) => ({
    subject: say`Message to ${site.name} from ${oneLine(name, safeNameLengthMax)}`,
    preview: say`New message from the contact form.`,
    blocks: [details([say`Name`, name], [say`Email`, email]), quote(message), note(say`Reply to this email to write back.`)],
  }),
  'contact-answer': ({ name, message, answer }, site) => ({
    subject: say`Reply from ${site.name}`,
    preview: say`Here’s our reply to your message.`,
    blocks: [
      greeting(name),
      text(say`Thank you for your message. Here’s our reply:`),
      quote(answer),
      note(say`Your message:`),
      quote(message),
    ],
  }),
  'helper-invited': ({ inviter, rights, link }, site) => ({
    subject: say`${oneLine(inviter, safeNameLengthMax)} invited you as a manager on ${site.name}`,
    preview: say`Help manage ${inviter}’s profile.`,
    blocks: [
      text(say`${inviter} invited you to manage parts of their profile on ${site.name} from your own account. You’ll be able to:`),
      text(joinMessages(rights.map(translated), '; ')),
      button(say`See invitation`, link),
      note(
        say`Log in or sign up with the email address this was sent to. The link works once and expires in ${formatDuration(limits.delegateInvitation_s)}. You never need anyone else’s password. If you weren’t expecting this, ignore it.`,
      ),
    ],
  }),
  'team-invited': ({ inviter, rights, link }, site) => ({
    subject: say`You’re invited to the ${site.name} team`,
    preview: say`${inviter} invited you to the team.`,
    blocks: [
      text(say`${inviter} invited you to the team that runs ${site.name}. Your permissions:`),
      text(joinMessages(rights.map(translated), '; ')),
      button(say`Join the team`, link),
      note(
        say`Log in or sign up with the email address this was sent to. The link works once and expires in ${formatDuration(limits.teamInvitationLifetime_s)}. If you weren’t expecting this, ignore it.`,
      ),
    ],
  }),
  test: ({ at }, site) => ({
    subject: say`Test message from ${site.name}`,
    preview: say`Email is working.`,
    blocks: [text(say`This is a test message. If you can read it, ${site.name} can send email.`), details([say`Sent`, momentOf(at)])],
  }),
};

/** The names of all templates. */
export const templateNames = Object.keys(templates) as TemplateName[];

/** Renders a template. `values` cannot inject markup, headers or recipients. */
export function render<T extends TemplateName>(name: T, values: TemplateValues[T], site: Site, language: Language): RenderedMail {
  return renderMail(templates[name](values, site), site, language);
}
