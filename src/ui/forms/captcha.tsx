/** The box that asks whether one is a robot, on sites that want it; nothing elsewhere. Loaded only where it shows. */
import dynamic from 'next/dynamic';
import type { CaptchaBoxProps } from './captcha-box';

const CaptchaBox = dynamic(() => import('./captcha-box').then((loaded) => loaded.CaptchaBox), { ssr: false });

/** `captcha` is null where the site asks for none. */
export function Captcha({ captcha }: { captcha: CaptchaBoxProps | null }) {
  return captcha === null ? null : <CaptchaBox {...captcha} />;
}
