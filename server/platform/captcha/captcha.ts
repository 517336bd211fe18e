/** Telling people from machines, by asking reCAPTCHA. Without keys, or with the setting off, everybody counts as a person. */
import { z } from 'zod';
import type { Context } from '@server/platform/context';
import { fail } from '@server/kernel/api-error';

interface World {
  config: Pick<Context['config'], 'recaptcha' | 'siteUrl'>;
  settings: Pick<Context['settings'], 'values'>;
  log: Context['log'];
}

const Verdict = z.object({ success: z.boolean(), score: z.number().optional(), hostname: z.string().optional() });
const answer_ms = 5_000;
/** Below this the service takes the visitor for a machine; only its newer version tells a score. */
const scoreMin = 0.3;

/** Asks the service; rejects when it does not answer in time, or not in its own words. */
async function ask(verifyUrl: string, secret: string, token: string): Promise<z.output<typeof Verdict>> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(answer_ms),
  });
  if (!response.ok) throw new Error(`the captcha service answered ${String(response.status)}`);
  return Verdict.parse(await response.json());
}

/**
 * Refuses with captcha_failed unless the service takes the sender of `token` for a person; also when the service is away.
 * Answers its score where it tells one, and nothing is asked while captchas are off.
 */
export async function assertHuman({ config, settings, log }: World, token: string | undefined): Promise<{ score: number | null }> {
  if (config.recaptcha === null || !settings.values().recaptchaEnabled) return { score: null };
  if (token === undefined || token === '') return fail('captcha_failed');
  const { verifyUrl, secret } = config.recaptcha;
  const verdict = await ask(verifyUrl, secret, token).catch((error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the captcha service is away');
    return null;
  });
  // A token that was solved on another site belongs to another visitor: its key may be shown there to people who never see this one.
  if (verdict?.success && verdict.hostname !== new URL(config.siteUrl).hostname) {
    log.warn({ hostname: verdict.hostname ?? null }, 'a captcha of another site was refused');
    return fail('captcha_failed');
  }
  if (!verdict?.success || (verdict.score ?? 1) < scoreMin) return fail('captcha_failed');
  return { score: verdict.score ?? null };
}
