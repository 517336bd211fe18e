/** Fan or performer: what each gets, in the site's own words. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CameraIcon, HeartIcon } from '@web/ui/icons/icons';
import { keepingNext } from '@web/lib/next-path';
import { said } from '@web/lib/said';
import styles from './registration.module.css';

/** What the page and the screen ask for alike. */
export const benefits = { body: { keys: ['userBenefit', 'performerBenefit'] } };

const text = (value: unknown): string => said(typeof value === 'string' ? value : '');

export function RoleChoice() {
  const { query } = useRouter();
  const { data } = useEndpoint('POST /settings/keys', benefits);
  return (
    <ul className={styles.roles} aria-label="Kinds of account">
      <Role icon={<HeartIcon />} title="As a fan" words={text(data?.['userBenefit'])} chosen />
      <Role icon={<CameraIcon />} title="As a performer" words={text(data?.['performerBenefit'])}>
        <Button href={keepingNext('/auth/register/performer', query)}>Continue as performer</Button>
      </Role>
    </ul>
  );
}

interface RoleProps {
  icon: ReactNode;
  title: string;
  words: string;
  chosen?: boolean;
  children?: ReactNode;
}

function Role({ icon, title, words, chosen = false, children }: RoleProps) {
  return (
    <li className={cx(styles.role, chosen && styles.chosen)}>
      <h2 className={styles.roleTitle}>
        {icon}
        {title}
      </h2>
      {words === '' ? null : <p className={styles.roleText}>{words}</p>}
      {children}
    </li>
  );
}
