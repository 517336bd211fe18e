/** The site's mail templates as operators see them: rendered with sample values. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { RenderedMail } from '../../platform/mail/layout';
import { mailSite } from '../../platform/mail/mail';
import { mailTemplateSamples } from './mail-samples';
import { sendImmediately } from '../../platform/mail/send-immediately';
import { render, templateNames, type TemplateName } from '../../platform/mail/templates';

const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(mailTemplateSamples, name);

/** Narrows a name to a template's. Rejects with template_not_found. */
const requireTemplateName = (name: string): TemplateName => (isTemplateName(name) ? name : fail('template_not_found'));

const sampleOf = (ctx: Context, name: TemplateName, language?: string): RenderedMail =>
  render<TemplateName>(name, mailTemplateSamples[name], mailSite(ctx), ctx.languages.of(language));

/** All mails, each with its subject. */
export const listTemplates = (ctx: Context): { name: string; subject: string }[] =>
  templateNames.map((name) => ({ name, subject: sampleOf(ctx, name).subject }));

/** One mail in a language. Rejects with template_not_found. */
export const previewTemplate = (ctx: Context, name: string, language: string | undefined): RenderedMail & { name: string } => ({
  name,
  ...sampleOf(ctx, requireTemplateName(name), language),
});

/** Sends a mail with its sample values. Rejects with template_not_found and mail_failed. */
export const testTemplate = async (
  ctx: Context,
  name: string,
  { to, language }: { to: string; language?: string | undefined },
): Promise<{ sent: true; detail: string }> => {
  const template = requireTemplateName(name);
  return sendImmediately(ctx, to, template, sampleOf(ctx, template, language));
};
