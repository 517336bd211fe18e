/** /auth/register: the choice between fan and performer, and the fan's form. `social` renders the other sign-up methods. */
import { Link } from '@web/ui/core/link';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { withNext } from '@web/lib/next-path';
import { PageHead } from '@web/ui/page/page-head';
import { FanForm } from './fan-form';
import { RoleChoice } from './role-choice';
import styles from './registration.module.css';

export function RegisterScreen({ social }: { social?: ReactNode }) {
  const { query } = useRouter();
  return (
    <div className={styles.stack}>
      <PageHead title="Sign up" noindex />
      <RoleChoice />
      <FanForm />
      {social}
      <p className={styles.foot}>
        Already have an account?
        <Link className={styles.link} href={withNext('/auth/login', query)}>
          Log in
        </Link>
      </p>
    </div>
  );
}
