/** /auth/appeal?token=: why an account is suspended, and an appeal against it, for its person, who cannot log in. Without a link: asking for one. */
import { useRouter } from 'next/router';
import { useForm } from 'react-hook-form';
import { fieldRules } from '@web/lib/field-rules';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { useSentMail } from '@web/ui/display/sent-mail';
import { DecisionPart } from './decision-screen';
import { suspensionRead } from '../reads';
import styles from './safety.module.css';

export function SuspensionScreen() {
  const { token } = useRouter().query;
  return typeof token === 'string' && token !== '' ? <Suspension token={token} /> : <LinkForm />;
}

function Suspension({ token }: { token: string }) {
  const { data, error, mutate } = useEndpoint('POST /appeals/suspension/read', suspensionRead(token));
  if (error?.error === 'link_invalid') return <LinkForm trouble={error.message} />;
  if (data !== undefined)
    return (
      <DecisionPart
        decision={data}
        send={(text) => services.moderation['POST /appeals/suspension']({ body: { token, text } })}
        onAppealed={() => void mutate()}
      />
    );
  return (
    <>
      <PageHead title="Your suspended account" noindex />
      {error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="card" label="Loading the decision…" />}
    </>
  );
}

const lead = 'We mail you a link with which you read why, and tell us what is wrong about it. It needs no login.';

function LinkForm({ trouble = '' }: { trouble?: string }) {
  const { sentTo, noteSent, wait } = useSentMail();
  const form = useForm({ defaultValues: { email: '' } });
  const { busy, problem, submit } = useSend(form, async ({ email }) => {
    await services.moderation['POST /appeals/suspension/link']({ body: { email: email.trim() } });
    noteSent(email.trim());
  });
  return (
    <>
      <PageHead title="Appeal against a suspension" noindex lead={lead} />
      <form noValidate className={styles.form} onSubmit={submit}>
        {trouble === '' || sentTo !== null ? null : <Notice tone="danger">{trouble}</Notice>}
        {sentTo === null ? null : (
          <Notice tone="ok" title="Look in your mail">
            If an account with the address <span className={styles.strong}>{sentTo}</span> is suspended, a link is on its way.
          </Notice>
        )}
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <TextField
          label="E-mail of the account"
          type="email"
          autoComplete="email"
          error={form.formState.errors.email}
          {...form.register('email', fieldRules.email)}
        />
        <Button type="submit" kind="primary" size="large" wide busy={busy} disabled={wait !== null}>
          Send link
        </Button>
        {wait === null ? null : <p className={styles.quiet}>{wait}</p>}
        <p className={styles.quiet}>
          No address in your account, or no access to it? <Link href="/contact">Write to us</Link>.
        </p>
      </form>
    </>
  );
}
