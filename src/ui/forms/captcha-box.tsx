/** Google's box that tells people from machines. Its script is loaded when the box is first shown, and never on pages without one. */
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../feedback/notice';
import styles from './captcha-box.module.css';

interface Recaptcha {
  ready: (then: () => void) => void;
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      theme: string;
      size: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
  reset: (box: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const source = 'https://www.google.com/recaptcha/api.js?render=explicit';
/** Of the box as Google draws it; a narrower place takes the small one. */
const boxWidth_px = 304;
let script: Promise<Recaptcha> | undefined;

function load(): Promise<Recaptcha> {
  if (window.grecaptcha) return ready(window.grecaptcha);
  script ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = source;
    element.async = true;
    element.onload = () => {
      if (window.grecaptcha) resolve(ready(window.grecaptcha));
      else reject(new Error('the captcha did not load'));
    };
    element.onerror = () => {
      script = undefined;
      element.remove();
      reject(new Error('the captcha did not load'));
    };
    document.head.append(element);
  });
  return script;
}

const ready = (captcha: Recaptcha): Promise<Recaptcha> => new Promise((resolve) => captcha.ready(() => resolve(captcha)));

export interface CaptchaBoxProps {
  siteKey: string;
  /** The proof for one sending; null when it has run out. */
  onToken: (token: string | null) => void;
  /** A proof is good once: another number asks for a new one. */
  round?: number;
}

export function CaptchaBox({ siteKey, onToken, round = 0 }: CaptchaBoxProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const tell = useRef(onToken);
  useEffect(() => {
    tell.current = onToken;
  });

  useEffect(() => {
    let isGone = false;
    tell.current(null);
    const show = async (): Promise<void> => {
      try {
        const captcha = await load();
        const frame = place.current;
        if (isGone || !frame) return;
        // The box cannot be drawn twice into one element.
        const own = frame.appendChild(document.createElement('div'));
        captcha.render(own, {
          sitekey: siteKey,
          theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
          size: frame.clientWidth > 0 && frame.clientWidth < boxWidth_px ? 'compact' : 'normal',
          callback: (token) => tell.current(token),
          'expired-callback': () => tell.current(null),
          'error-callback': () => setAway(true),
        });
      } catch {
        setAway(true);
      }
    };
    void show();
    const frame = place.current;
    return () => {
      isGone = true;
      frame?.replaceChildren();
    };
  }, [siteKey, round]);

  return (
    <div className={styles.captcha}>
      <div ref={place} className={styles.box} />
      {isAway ? (
        <Notice tone="warn">The check that you are not a robot did not load. Allow scripts from google.com, then reload the page.</Notice>
      ) : null}
    </div>
  );
}
