/** What the site itself points to. When there is nothing, or it cannot be had, nothing stands here. */
import { useEndpoint } from '@web/services/use-endpoint';
import { Link } from '@web/ui/link';
import { MediaBox } from '@web/ui/media-box';
import type { ReactNode } from 'react';
import { promosRead } from './landing-reads';
import styles from './home.module.css';

const isOutside = (link: string): boolean => /^(https?:)?\/\//.test(link);

/** Leads to another site in a new window, and says so. */
function Way({ link, children }: { link: string; children: ReactNode }) {
  if (!isOutside(link))
    return (
      <Link className={styles.promoLink} href={link}>
        {children}
      </Link>
    );
  return (
    <a className={styles.promoLink} href={link} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new window)</span>
    </a>
  );
}

export function PromoStrip() {
  const { data } = useEndpoint('GET /site-promo/search', promosRead);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <ul className={styles.promos} aria-label="From the site">
      {data.data.map(({ _id: id, title, description, link, image }) => (
        <li key={id} className={styles.promo}>
          <MediaBox src={image.url ?? image.thumbnailUrl} blur={image.blur} alt="" ratio={3} />
          <div className={styles.promoWords}>
            <p className={styles.promoTitle}>{link === null ? title : <Way link={link}>{title}</Way>}</p>
            {description === '' ? null : <p className={styles.text}>{description}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
