/** /auth/login: signing in, and messages for users who were redirected here. */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { accountSwitchRequested } from '@web/session/store/intents';
import { performersOnly } from '@web/session/landing';
import { Button } from '@web/ui/actions/button';
import { MediaBox } from '@web/ui/media/media-box';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { LoginForm } from './login-form';
import { withNext, nextOf } from '@web/lib/next-path';
import { PasskeyButton } from './passkey-button';
import { SocialButtons } from './social-buttons';
import styles from './sign-in.module.css';

/** The request, shared by server rendering and the screen. */
export const loginImageRequest = { body: { keys: ['loginImage'] } };

export function LoginScreen() {
  const router = useRouter();
  const viewer = useCurrentUser();
  const [remember, setRemember] = useState(false);
  const isForPerformers = router.query[performersOnly.key] === performersOnly.value;
  if (viewer !== null && isForPerformers) return <ForPerformers name={viewer.name} />;
  return (
    <div className={styles.stack}>
      <Picture />
      <PageHead title="Log in" description="Log in to see posts from creators you follow and message them." />
      {isForPerformers ? <Notice>This page is for creators. Log in with a creator account.</Notice> : null}
      <LoginForm remember={remember} onRemember={setRemember} />
      <PasskeyButton remember={remember} />
      <SocialButtons role="user" remember={remember} />
      <p className={styles.foot}>
        New here?
        <Link className={styles.link} href={withNext('/auth/register', router.query)}>
          Sign up
        </Link>
      </p>
    </div>
  );
}

function Picture() {
  const { data } = useEndpoint('POST /settings/keys', loginImageRequest);
  const picture = data?.['loginImage'];
  if (typeof picture !== 'string' || picture === '') return null;
  return (
    <div className={styles.picture}>
      <MediaBox src={picture} alt="" ratio={3} first />
    </div>
  );
}

function ForPerformers({ name }: { name: string }) {
  const dispatch = useAppDispatch();
  const { query } = useRouter();
  return (
    <div className={styles.stack}>
      <PageHead title="This page is for creators" noindex lead={`You’re logged in as ${name} with a fan account.`} />
      <div className={styles.actions}>
        <Button kind="primary" onPress={() => dispatch(accountSwitchRequested({ next: nextOf(query) }))}>
          Switch account
        </Button>
        <Button href="/home">Back to home</Button>
      </div>
    </div>
  );
}
