/** The site's logo: the operators' images, or the default mark with the site's name. */
import { Link } from '../core/link';
import { cx } from '../core/cx';
import styles from './logo.module.css';

export interface LogoProps {
  siteName: string;
  /** The operators' logo, and one for the dark theme. */
  logo?: string | null | undefined;
  darkLogo?: string | null | undefined;
  href?: string;
  /** Only the mark, for narrow rails. */
  short?: boolean;
}

/** The default mark: three footlights. */
export function LogoMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <g fill="none" stroke="var(--on-accent)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M16 15V7.5M10.6 16.6 6.6 11.4M21.4 16.6l4-5.2" />
      </g>
      <path d="M7 25a9 7 0 0 1 18 0z" fill="var(--on-accent)" />
    </svg>
  );
}

export function Logo({ siteName, logo, darkLogo, href = '/', short = false }: LogoProps) {
  return (
    <Link className={styles.logo} href={href} aria-label={siteName}>
      {logo ? (
        <>
          <img className={cx(styles.picture, darkLogo && styles.onLight)} src={logo} alt="" />
          {darkLogo ? <img className={cx(styles.picture, styles.onDark)} src={darkLogo} alt="" /> : null}
        </>
      ) : (
        <>
          <LogoMark />
          {short ? null : <span className={styles.name}>{siteName}</span>}
        </>
      )}
    </Link>
  );
}
