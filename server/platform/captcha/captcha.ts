/** Captcha verification with reCAPTCHA. Without keys, or with the setting off, every request passes. */
import { z } from 'zod';
import type { Context } from '@server/platform/context';
import { fail } from '@server/kernel/api-error';

interface CaptchaContext {
  config: Pick<Context['config'], 'recaptcha' | 'siteUrl'>;
  settings: Pick<Context['settings'], 'values'>;
  log: Context['log'];
}

const Verdict = z.object({ success: z.boolean(), score: z.number().optional(), hostname: z.string().optional() });
const timeout_ms = 5_000;
/** A lower score means a bot. Only reCAPTCHA v3 returns a score. */
const scoreMin = 0.3;

/** Calls the service; rejects on a timeout or an invalid response. */
async function verify(verifyUrl: string, secret: string, token: string): Promise<z.output<typeof Verdict>> {
  const response = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  });
  if (!response.ok) throw new Error(`the captcha service responded with status ${String(response.status)}`);
  return Verdict.parse(await response.json());
}

/**
 * Throws captcha_failed unless the service accepts `token`; also if the service is unreachable. Returns the score if there is one.
 * The service is not called while captchas are off.
 */
export async function assertHuman({ config, settings, log }: CaptchaContext, token: string | undefined): Promise<{ score: number | null }> {
  if (config.recaptcha === null || !settings.values().recaptchaEnabled) return { score: null };
  if (token === undefined || token === '') return fail('captcha_failed');
  const { verifyUrl, secret } = config.recaptcha;
  const verdict = await verify(verifyUrl, secret, token).catch((error: unknown) => {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the captcha service is unavailable');
    return null;
  });
  // A token from another hostname is rejected: another site may show our public site key to collect tokens from its visitors.
  if (verdict?.success && verdict.hostname !== new URL(config.siteUrl).hostname) {
    log.warn({ hostname: verdict.hostname ?? null }, 'a captcha of another site was rejected');
    return fail('captcha_failed');
  }
  if (!verdict?.success || (verdict.score ?? 1) < scoreMin) return fail('captcha_failed');
  return { score: verdict.score ?? null };
}
