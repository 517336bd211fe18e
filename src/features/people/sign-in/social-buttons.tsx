/** The ways in by another site, as far as the operators switched them on. Nothing of the other site is loaded before the press. */
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { problemOf } from '@web/session/problem';
import { Button } from '@web/ui/actions/button';
import { GoogleIcon, XSiteIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { nextOf } from '@web/lib/next-path';
import type { Provider, SocialRole } from './social';
import styles from './sign-in.module.css';

const looks = {
  google: { words: 'Continue with Google', icon: <GoogleIcon /> },
  twitter: { words: 'Continue with Twitter', icon: <XSiteIcon /> },
};

interface SocialButtonsProps {
  /** What a new account becomes; one that exists keeps its own. */
  role: SocialRole;
  remember?: boolean;
}

export function SocialButtons({ role, remember = false }: SocialButtonsProps) {
  const router = useRouter();
  const { googleLoginEnabled, twitterLoginEnabled } = useSettings();
  const [busy, setBusy] = useState<Provider | null>(null);
  const [trouble, setTrouble] = useState('');
  const offered: Provider[] = [
    ...(googleLoginEnabled ? (['google'] as const) : []),
    ...(twitterLoginEnabled ? (['twitter'] as const) : []),
  ];
  if (offered.length === 0) return null;

  const leave = async (provider: Provider): Promise<void> => {
    setBusy(provider);
    setTrouble('');
    try {
      const { beginSocial } = await import('./social');
      window.location.assign(await beginSocial(provider, { role, remember, next: nextOf(router.query) }));
    } catch (error) {
      setTrouble(problemOf(error, messages.anyFailure).message);
      setBusy(null);
    }
  };

  return (
    <div className={styles.social}>
      {offered.map((provider) => (
        <Button
          key={provider}
          wide
          icon={looks[provider].icon}
          busy={busy === provider}
          disabled={busy !== null && busy !== provider}
          onPress={() => void leave(provider)}
        >
          {looks[provider].words}
        </Button>
      ))}
      {trouble === '' ? null : <Notice tone="danger">{trouble}</Notice>}
    </div>
  );
}
