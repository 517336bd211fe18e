/** /auth/unsubscribe?token=: stops the emails about unseen activity; each of them contains the link. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { services } from '@web/services/services';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Form } from '@web/ui/forms/form';
import styles from './sign-in.module.css';

export function UnsubscribeScreen() {
  const { token } = useRouter().query;
  const [isDone, setDone] = useState(false);
  const form = useForm();
  const { busy, error, submit } = useSend(form, async () => {
    // Requires a press: mail programs and scanners open links by themselves, which must not unsubscribe.
    await services.notifications['POST /notifications/unsubscribe']({ body: { token: typeof token === 'string' ? token : '' } });
    setDone(true);
  });
  if (isDone) {
    return (
      <div className={styles.stack}>
        <PageHead
          title="You’re unsubscribed from these emails"
          noindex
          lead="We won’t email you about what you’ve missed anymore. You’ll still get receipts and emails about your account."
        />
        <Button href="/notifications">See your notifications</Button>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <PageHead title="Unsubscribe" noindex lead="Stop getting emails about what you’ve missed?" />
      <Form className={styles.form} onSubmit={submit}>
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <Button type="submit" kind="primary" size="large" wide busy={busy}>
          Unsubscribe
        </Button>
      </Form>
    </div>
  );
}
