/** Fan or performer: the benefits of each, in the site's own words. */
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CameraIcon, HeartIcon } from '@web/ui/icons/icons';
import { withNext } from '@web/lib/next-path';
import { translateMessage } from '@web/lib/i18n/server-messages';
import styles from './registration.module.css';

/** The request, shared by server rendering and the screen. */
export const benefitsRequest = { body: { keys: ['userBenefit', 'performerBenefit'] } };

const text = (value: unknown): string => translateMessage(typeof value === 'string' ? value : '');

export function RoleChoice() {
  const { query } = useRouter();
  const { data: loaded } = useEndpoint('POST /settings/keys', benefitsRequest);
  // Signing up clears the guest's cache, and the form must not jump before the next page is displayed.
  const [data, setData] = useState(loaded);
  if (loaded !== undefined && loaded !== data) setData(loaded);
  return (
    <ul className={styles.roles} aria-label="Account types">
      <Role icon={<HeartIcon />} title="As a fan" description={text(data?.['userBenefit'])} chosen />
      <Role icon={<CameraIcon />} title="As a creator" description={text(data?.['performerBenefit'])}>
        <Button href={withNext('/auth/register/performer', query)}>Continue as a creator</Button>
      </Role>
    </ul>
  );
}

interface RoleProps {
  icon: ReactNode;
  title: string;
  description: string;
  chosen?: boolean;
  children?: ReactNode;
}

function Role({ icon, title, description, chosen = false, children }: RoleProps) {
  return (
    <li className={cx(styles.role, chosen && styles.chosen)}>
      <h2 className={styles.roleTitle}>
        {icon}
        {title}
      </h2>
      {description === '' ? null : <p className={styles.roleText}>{description}</p>}
      {children}
    </li>
  );
}
