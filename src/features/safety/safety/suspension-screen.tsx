/** /auth/appeal?token=: why an account is suspended, and the appeal, for a user who cannot log in. Without a link: requesting one. */
import { useRouter } from 'next/router';
import { useForm } from 'react-hook-form';
import { contractResolver } from '@web/forms/contract-resolver';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useSentMail } from '@web/ui/display/sent-mail';
import { DecisionDetails } from './decision-screen';
import { suspensionRequest } from './requests';
import { Form } from '@web/ui/forms/form';
import styles from './safety.module.css';

export function SuspensionScreen() {
  const { token } = useRouter().query;
  return typeof token === 'string' && token !== '' ? <Suspension token={token} /> : <LinkForm />;
}

function Suspension({ token }: { token: string }) {
  const { data, error, mutate } = useEndpoint('POST /appeals/suspension/read', suspensionRequest(token));
  if (error?.error === 'link_invalid') return <LinkForm message={error.message} />;
  if (data !== undefined)
    return (
      <DecisionDetails
        decision={data}
        send={(text) => services.moderation['POST /appeals/suspension']({ body: { token, text } })}
        onAppealed={() => void mutate()}
      />
    );
  return (
    <>
      <PageHead title="Your suspended account" noindex />
      {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="card" label="Loading the decision…" />}
    </>
  );
}

const lead = 'We’ll email you a link to read the reason and appeal it. You don’t need to log in.';

const bodyOf = ({ email }: { email: string }) => ({ email: email.trim() });

function LinkForm({ message = '' }: { message?: string }) {
  const { sentTo, markSent, wait } = useSentMail();
  const form = useForm({
    defaultValues: { email: '' },
    resolver: contractResolver('POST /appeals/suspension/link', () => import('@contract/safety/moderation'), bodyOf),
  });
  const { busy, error, submit } = useSend(form, async (values) => {
    const body = bodyOf(values);
    await services.moderation['POST /appeals/suspension/link']({ body });
    markSent(body.email);
  });
  return (
    <>
      <PageHead title="Appeal a suspension" noindex lead={lead} />
      <Form className={styles.form} onSubmit={submit}>
        {message === '' || sentTo !== null ? null : <Notice tone="danger">{message}</Notice>}
        {sentTo === null ? null : (
          <Notice tone="ok" title="Check your email">
            If the account for <span className={styles.strong}>{sentTo}</span> is suspended, we’ve sent you a link.
          </Notice>
        )}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <TextField
          label="Account email"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email}
          {...form.register('email')}
        />
        <Button type="submit" kind="primary" size="large" wide busy={busy} disabled={wait !== null}>
          Send link
        </Button>
        {wait === null ? null : <p className={styles.quiet}>{wait}</p>}
        <p className={styles.quiet}>
          No email on your account, or can’t access it? <Link href="/contact">Contact us</Link>.
        </p>
      </Form>
    </>
  );
}
