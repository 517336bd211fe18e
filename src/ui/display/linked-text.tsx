/** User text with line breaks and clickable web addresses. */
import { lazy, Suspense } from 'react';
import styles from './linked-text.module.css';

/** Most texts have no address, so that guests do without the matcher. The server renders the links of those that have one. */
const TextLinks = lazy(() => import('./text-links').then((loaded) => ({ default: loaded.TextLinks })));

const mayHaveAddress = /https?:\/\//i;

export function LinkedText({ children }: { children: string }) {
  return (
    <p className={styles.text}>
      {mayHaveAddress.test(children) ? (
        <Suspense fallback={children}>
          <TextLinks>{children}</TextLinks>
        </Suspense>
      ) : (
        children
      )}
    </p>
  );
}
