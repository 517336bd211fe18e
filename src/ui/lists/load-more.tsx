/** The end of an infinite list, which loads the next page by scrolling or by a button. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button';
import styles from './infinite-list.module.css';

/** Whether the page has been scrolled since mount. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const markScrolled = () => setScrolled(true);
    window.addEventListener('scroll', markScrolled, { once: true, passive: true });
    return () => window.removeEventListener('scroll', markScrolled);
  }, []);
  return hasScrolled;
}

export interface LoadMoreProps {
  busy: boolean;
  onMore: () => void;
}

/**
 * Loads the next page one screen ahead once the page has been scrolled, and before that only when this element is visible, so that the
 * first view fetches nothing more. The button does the same for keyboards.
 */
export function LoadMore({ busy, onMore }: LoadMoreProps) {
  const element = useRef<HTMLDivElement>(null);
  const hasScrolled = useHasScrolled();
  const latestOnMore = useRef(onMore);
  useEffect(() => {
    latestOnMore.current = onMore;
  });
  useEffect(() => {
    if (busy || !element.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && latestOnMore.current(), {
      rootMargin: hasScrolled ? '100% 0px' : '0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [busy, hasScrolled]);
  return (
    <div ref={element} className={styles.more}>
      <Button busy={busy} onPress={onMore}>
        Load more
      </Button>
    </div>
  );
}
