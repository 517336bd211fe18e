/** The end of an endless list: what fetches the next page, by scrolling or by a button. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../actions/button';
import styles from './endless-list.module.css';

/** Whether the page has been scrolled since this part of it appeared. */
function useHasScrolled(): boolean {
  const [hasScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const note = () => setScrolled(true);
    window.addEventListener('scroll', note, { once: true, passive: true });
    return () => window.removeEventListener('scroll', note);
  }, []);
  return hasScrolled;
}

export interface MoreBelowProps {
  busy: boolean;
  onMore: () => void;
}

/**
 * Loads the next page one screen ahead of those who scroll, and for others when they have come to its place: a first look
 * fetches nothing. The button is the same for keyboards and for those who wait for nothing.
 */
export function MoreBelow({ busy, onMore }: MoreBelowProps) {
  const place = useRef<HTMLDivElement>(null);
  const hasScrolled = useHasScrolled();
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (busy || !place.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: hasScrolled ? '100% 0px' : '0px',
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [busy, hasScrolled]);
  return (
    <div ref={place} className={styles.more}>
      <Button busy={busy} onPress={onMore}>
        Load more
      </Button>
    </div>
  );
}
