/** The captcha on sites that use one; loaded on demand. */
import dynamic from 'next/dynamic';
import type { CaptchaBoxProps } from './captcha-box';

const CaptchaBox = dynamic(() => import('./captcha-box').then((loaded) => loaded.CaptchaBox), { ssr: false });

/** `captcha` is null on sites without a captcha. */
export function Captcha({ captcha }: { captcha: CaptchaBoxProps | null }) {
  return captcha === null ? null : <CaptchaBox {...captcha} />;
}
