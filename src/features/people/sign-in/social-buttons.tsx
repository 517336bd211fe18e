/** Sign-in buttons for the social providers that operators have enabled. Nothing is loaded from the provider before the press. */
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

const providerButtons = {
  google: { label: 'Continue with Google', icon: <GoogleIcon /> },
  twitter: { label: 'Continue with Twitter', icon: <XSiteIcon /> },
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

  const startSignIn = async (provider: Provider): Promise<void> => {
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
          icon={providerButtons[provider].icon}
          busy={busy === provider}
          disabled={busy !== null && busy !== provider}
          onPress={() => void startSignIn(provider)}
        >
          {providerButtons[provider].label}
        </Button>
      ))}
      {errorText === '' ? null : <Notice tone="danger">{errorText}</Notice>}
    </div>
  );
}
