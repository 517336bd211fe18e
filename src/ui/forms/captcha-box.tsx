/** Google reCAPTCHA. Its script is loaded when the box is first shown. */
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../feedback/notice';
import styles from './captcha-box.module.css';

interface Recaptcha {
  ready: (callback: () => void) => void;
  render: (
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: string;
      size: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
  reset: (widgetId: number) => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const scriptUrl = 'https://www.google.com/recaptcha/api.js?render=explicit';
/** The width of the normal widget; a narrower container gets the compact one. */
const boxWidth_px = 304;
let script: Promise<Recaptcha> | undefined;

function load(): Promise<Recaptcha> {
  if (window.grecaptcha) return ready(window.grecaptcha);
  script ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = scriptUrl;
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
  /** A token for one request; null when it has expired. */
  onToken: (token: string | null) => void;
  /** A token can be used once: changing this number requests a new one. */
  round?: number;
}

export function CaptchaBox({ siteKey, onToken, round = 0 }: CaptchaBoxProps) {
  const container = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const latestOnToken = useRef(onToken);
  useEffect(() => {
    latestOnToken.current = onToken;
  });

  useEffect(() => {
    let isUnmounted = false;
    latestOnToken.current(null);
    const show = async (): Promise<void> => {
      try {
        const captcha = await load();
        const frame = container.current;
        if (isUnmounted || !frame) return;
        // The widget cannot be rendered twice into one element.
        const widget = frame.appendChild(document.createElement('div'));
        captcha.render(widget, {
          sitekey: siteKey,
          theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
          size: frame.clientWidth > 0 && frame.clientWidth < boxWidth_px ? 'compact' : 'normal',
          callback: (token) => latestOnToken.current(token),
          'expired-callback': () => latestOnToken.current(null),
          'error-callback': () => setFailed(true),
        });
      } catch {
        setFailed(true);
      }
    };
    void show();
    const frame = container.current;
    return () => {
      isUnmounted = true;
      frame?.replaceChildren();
    };
  }, [siteKey, round]);

  return (
    <div className={styles.captcha}>
      <div ref={container} className={styles.box} />
      {hasFailed ? <Notice tone="warn">The captcha didn’t load. Allow scripts from google.com and reload the page.</Notice> : null}
    </div>
  );
}
