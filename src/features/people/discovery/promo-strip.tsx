/** The promos of the site at one position. Renders nothing when there are none or they cannot be loaded. */
import { linkKind, type promoPositions } from '@contract/kernel/values/promos';
import { useEndpoint } from '@web/services/use-endpoint';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { ReactNode } from 'react';
import { promosRequest } from './landing-requests';
import styles from './home.module.css';

type Position = (typeof promoPositions)[number];

/** Opens another site in a new window, and says so; renders no link for an invalid URL. */
function PromoLink({ link, children }: { link: string; children: ReactNode }) {
  const kind = linkKind(link);
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
  const { data } = useEndpoint('GET /site-promo/search', promosRequest);
  const promos = data?.data.filter(({ position }) => position === at) ?? [];
  if (promos.length === 0) return null;
  return (
    <ul className={styles.promos} aria-label="Promotions">
      {promos.map(({ _id: id, title, description, link, image }) => (
        <li key={id} className={styles.promo}>
          <MediaBox src={image.url ?? image.thumbnailUrl} blur={image.blur} alt="" ratio={3} />
          <div className={styles.promoWords}>
            <p className={styles.promoTitle}>{link === null ? title : <PromoLink link={link}>{title}</PromoLink>}</p>
            {description === '' ? null : <p className={styles.text}>{description}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
