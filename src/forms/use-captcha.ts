/** The captcha of a form, where the site asks for one: what its box needs, and the proof to send. */
import { ownRefusals } from '@contract/kernel/errors';
import { useState } from 'react';
import { Refused } from '@web/services/api-error';
import { useSettings } from '@web/session/store/hooks';

export interface FormCaptcha {
  /** For `Captcha` of the ui, above the button; null on a site that asks for none. */
  captcha: { siteKey: string; round: number; onToken: (token: string | null) => void } | null;
  /** The field for the body. Throws what the host would answer while the box is not ticked; a proof is used up by this. */
  proof: () => { recaptchaToken?: string };
}

export function useCaptcha(): FormCaptcha {
  const { recaptchaEnabled, recaptchaSiteKey } = useSettings();
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const isAsked = recaptchaEnabled && recaptchaSiteKey !== '';
  return {
    captcha: isAsked ? { siteKey: recaptchaSiteKey, round, onToken: setToken } : null,
    proof: () => {
      if (!isAsked) return {};
      const [statusCode, message] = ownRefusals.captcha_failed;
      if (token === null) throw new Refused({ statusCode, error: 'captcha_failed', message, requestId: '' });
      setToken(null);
      setRound((before) => before + 1);
      return { recaptchaToken: token };
    },
  };
}
