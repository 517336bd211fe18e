/** The mails that the site sends, as operators see them: with sample values. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { RenderedMail } from '../../platform/mail/layout';
import { siteOf } from '../../mail/mail';
import { samples } from './mail-samples';
import { sendAtOnce } from '../../platform/mail/send-immediately';
import { render, templateNames, type TemplateName } from '../../platform/mail/templates';

const isName = (name: string): name is TemplateName => Object.hasOwn(samples, name);

/** Refuses with template_not_found. */
const named = (name: string): TemplateName => (isName(name) ? name : fail('template_not_found'));

const sampleOf = (ctx: Context, name: TemplateName, language?: string): RenderedMail =>
  render<TemplateName>(name, samples[name], siteOf(ctx), ctx.languages.of(language));

/** All mails, each with its subject. */
export const listTemplates = (ctx: Context): { name: string; subject: string }[] =>
  templateNames.map((name) => ({ name, subject: sampleOf(ctx, name).subject }));

/** One mail as people get it who read a language. Refuses with template_not_found. */
export const previewTemplate = (ctx: Context, name: string, language: string | undefined): RenderedMail & { name: string } => ({
  name,
  ...sampleOf(ctx, named(name), language),
});

/** Sends one with its sample values. Refuses with template_not_found and mail_failed. */
export const testTemplate = async (
  ctx: Context,
  name: string,
  { to, language }: { to: string; language?: string | undefined },
): Promise<{ sent: true; detail: string }> => {
  const template = named(name);
  return sendAtOnce(ctx, to, template, sampleOf(ctx, template, language));
};
