/** Social sign-in buttons, as far as operators enabled them. Nothing is loaded from the provider before the press. */
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { serializeError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { GoogleIcon, XSiteIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { nextOf } from '@web/lib/next-path';
import type { Provider, SocialRole } from './social';
import styles from './sign-in.module.css';

const providerStyles = {
  google: { words: 'Continue with Google', icon: <GoogleIcon /> },
  twitter: { words: 'Continue with Twitter', icon: <XSiteIcon /> },
};

interface SocialButtonsProps {
  /** The role of a new account; an existing one keeps its role. */
  role: SocialRole;
  remember?: boolean;
}

export function SocialButtons({ role, remember = false }: SocialButtonsProps) {
  const router = useRouter();
  const { googleLoginEnabled, twitterLoginEnabled } = useSettings();
  const [busy, setBusy] = useState<Provider | null>(null);
  const [errorText, setErrorText] = useState('');
  const offered: Provider[] = [
    ...(googleLoginEnabled ? (['google'] as const) : []),
    ...(twitterLoginEnabled ? (['twitter'] as const) : []),
  ];
  if (offered.length === 0) return null;

  const leave = async (provider: Provider): Promise<void> => {
    setBusy(provider);
    setErrorText('');
    try {
      const { beginSocial } = await import('./social');
      window.location.assign(await beginSocial(provider, { role, remember, next: nextOf(router.query) }));
    } catch (error) {
      setErrorText(serializeError(error, messages.anyFailure).message);
      setBusy(null);
    }
  };

  return (
    <div className={styles.social}>
      {offered.map((provider) => (
        <Button
          key={provider}
          wide
          icon={providerStyles[provider].icon}
          busy={busy === provider}
          disabled={busy !== null && busy !== provider}
          onPress={() => void leave(provider)}
        >
          {providerStyles[provider].words}
        </Button>
      ))}
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
    </div>
  );
}
