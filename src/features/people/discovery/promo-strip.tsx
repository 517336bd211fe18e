/** What the site itself points to. When there is nothing, or it cannot be had, nothing stands here. */
import { kindOfLink, type promoPositions } from '@contract/values';
import { useEndpoint } from '@web/services/use-endpoint';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { ReactNode } from 'react';
import { promosRead } from '../../discovery/landing-reads';
import styles from './home.module.css';

type Position = (typeof promoPositions)[number];

/** Leads to another site in a new window, and says so; a link that is none of both leads nowhere. */
function Way({ link, children }: { link: string; children: ReactNode }) {
  const kind = kindOfLink(link);
  if (kind === null) return children;
  if (kind === 'inside')
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

export function PromoStrip({ at }: { at: Position }) {
  const { data } = useEndpoint('GET /site-promo/search', promosRead);
  const promos = data?.data.filter(({ position }) => position === at) ?? [];
  if (promos.length === 0) return null;
  return (
    <ul className={styles.promos} aria-label="From the site">
      {promos.map(({ _id: id, title, description, link, image }) => (
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
