/** The foot of a page: the operator's links, and how the site looks. Links to elsewhere say so. */
import { Link } from '@web/ui/link';
import { useUi } from '@web/session/hooks';
import styles from './site-footer.module.css';

const isOutside = (path: string): boolean => /^https?:\/\//i.test(path);

/** There is always a way to write to the site, wherever the operator's own menu puts it. */
const contactPath = '/contact';

export function SiteFooter() {
  const { menus, siteName } = useUi();
  const links = menus.filter((menu) => menu.section === 'footer');
  return (
    <footer className={styles.footer}>
      <span>{siteName}</span>
      <nav aria-label="About this site">
        <ul className={styles.links}>
          {links.map(({ _id, title, path, isNewTab }) => (
            <li key={_id}>
              {isOutside(path) ? <OutsideLink href={path} title={title} isNewTab={isNewTab} /> : <Link href={path}>{title}</Link>}
            </li>
          ))}
          {links.every(({ path }) => path !== contactPath) && (
            <li>
              <Link href={contactPath}>Contact</Link>
            </li>
          )}
        </ul>
      </nav>
    </footer>
  );
}

function OutsideLink({ href, title, isNewTab }: { href: string; title: string; isNewTab: boolean }) {
  return (
    <a href={href} rel="noopener noreferrer" target={isNewTab ? '_blank' : undefined}>
      {title} (other site)
    </a>
  );
}
