/** The captcha of a form, on sites that require one: the props of the widget, and the token to send. */
import { clientErrors } from '@contract/kernel/client-errors';
import { useState } from 'react';
import { ApiError } from '@web/services/api-error';
import { useSettings } from '@web/session/store/hooks';

export interface FormCaptcha {
  /** The props of `Captcha`; null on a site without captcha. A new `round` resets the widget. */
  captcha: { siteKey: string; round: number; onToken: (token: string | null) => void } | null;
  /** The field for the request body. Throws `captcha_failed` while the captcha is not solved. Each token can be used once. */
  captchaField: () => { recaptchaToken?: string };
}

export function useCaptcha(): FormCaptcha {
  const { recaptchaEnabled, recaptchaSiteKey } = useSettings();
  const [token, setToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const isRequired = recaptchaEnabled && recaptchaSiteKey !== '';
  return {
    captcha: isRequired ? { siteKey: recaptchaSiteKey, round, onToken: setToken } : null,
    captchaField: () => {
      if (!isRequired) return {};
      const [statusCode, message] = clientErrors.captcha_failed;
      if (token === null) throw new ApiError({ statusCode, error: 'captcha_failed', message, requestId: '' });
      setToken(null);
      setRound((before) => before + 1);
      return { recaptchaToken: token };
    },
  };
}
