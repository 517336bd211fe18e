/** The footer with the links set by the operators. */
import { Link } from '@web/ui/core/link';
import { MenuLink } from '@web/ui/actions/menu-link';
import { useSettings, useUi } from '@web/session/store/hooks';
import dynamic from 'next/dynamic';
import styles from './site-footer.module.css';

const ConsentChoice = dynamic(() => import('./consent-choice').then((loaded) => loaded.ConsentChoice), { ssr: false });

/** A contact link is always shown, here or in the operators' menu. */
const contactPath = '/contact';

export function SiteFooter() {
  const { menus, siteName } = useUi();
  const { analyticsConsent, analyticsMeasurementId } = useSettings();
  const links = menus.filter((menu) => menu.section === 'footer');
  return (
    <footer className={styles.footer}>
      <span>{siteName}</span>
      <nav aria-label="About this site">
        <ul className={styles.links}>
          {links.map(({ _id, title, path, isNewTab, help }) => (
            <li key={_id}>
              <MenuLink href={path} isNewTab={isNewTab} help={help}>
                {title}
              </MenuLink>
            </li>
          ))}
          {links.every(({ path }) => path !== contactPath) && (
            <li>
              <Link href={contactPath}>Contact</Link>
            </li>
          )}
          {analyticsConsent && analyticsMeasurementId !== '' ? (
            <li>
              <ConsentChoice />
            </li>
          ) : null}
        </ul>
      </nav>
    </footer>
  );
}
