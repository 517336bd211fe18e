/** User text with line breaks and clickable URLs. */
import { lazy, Suspense } from 'react';
import styles from './linked-text.module.css';

/** Loaded only for texts that may contain a URL, since most do not. The server renders the links as well. */
const TextLinks = lazy(() => import('./text-links').then((loaded) => ({ default: loaded.TextLinks })));

const mayHaveUrl = /https?:\/\//i;

export function LinkedText({ children }: { children: string }) {
  return (
    <p className={styles.text}>
      {mayHaveUrl.test(children) ? (
        <Suspense fallback={children}>
          <TextLinks>{children}</TextLinks>
        </Suspense>
      ) : (
        children
      )}
    </p>
  );
}
