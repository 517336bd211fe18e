/**
 * A scroll container for lists that grow at the end, such as chats. Content inserted above keeps the scroll position to the pixel. It
 * follows new content below only if it is scrolled to the end.
 */
import { Component, createRef } from 'react';
import type { ReactNode } from 'react';
import styles from './end-scroll.module.css';

/** Within this distance the container counts as scrolled to the edge. */
const edge_px = 48;
/** Earlier content is fetched this far before the start. */
const ahead_px = 600;

interface EndScrollProps {
  /** The accessible label. */
  label: string;
  /** Keys of the first and last items, which show where a change has inserted items. */
  firstKey: string;
  lastKey: string;
  /** Scrolls to the end in any case, for a message that the viewer has just sent. */
  followsLast: boolean;
  onNearStart: () => void;
  onNearEnd: () => void;
  onAtEnd: (isAtEnd: boolean) => void;
  children: ReactNode;
}

interface ScrollSnapshot {
  top: number;
  height: number;
}

export class EndScroll extends Component<EndScrollProps> {
  private readonly frame = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  private observer: ResizeObserver | null = null;
  private isAtEnd = true;
  /** The last scroll position. */
  private lastTop = 0;

  override componentDidMount(): void {
    this.toEnd();
    // Keeps the end in view when images load or the composer grows.
    this.observer = new ResizeObserver(() => {
      if (this.isAtEnd) this.toEnd();
    });
    for (const { current } of [this.frame, this.content]) if (current) this.observer.observe(current);
  }

  override getSnapshotBeforeUpdate(): ScrollSnapshot | null {
    const { current } = this.frame;
    return current && { top: current.scrollTop, height: current.scrollHeight };
  }

  override componentDidUpdate(before: EndScrollProps, _state: unknown, snapshot: ScrollSnapshot | null): void {
    const { current } = this.frame;
    if (!current || snapshot === null) return;
    const { firstKey, lastKey, followsLast } = this.props;
    const isSameEnd = before.lastKey === lastKey;
    if (before.firstKey !== firstKey && isSameEnd && !this.isAtEnd)
      current.scrollTop = snapshot.top + (current.scrollHeight - snapshot.height);
    else if (this.isAtEnd || (!isSameEnd && followsLast)) this.toEnd();
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect();
  }

  /** Scrolls to the end. */
  toEnd(): void {
    const { current } = this.frame;
    if (current) {
      current.scrollTop = current.scrollHeight;
      this.lastTop = current.scrollTop;
    }
    this.setAtEnd(true);
  }

  private setAtEnd(isAtEnd: boolean): void {
    if (this.isAtEnd !== isAtEnd) this.props.onAtEnd(isAtEnd);
    this.isAtEnd = isAtEnd;
  }

  private readonly onScroll = (): void => {
    const { current } = this.frame;
    if (!current) return;
    const below = current.scrollHeight - current.clientHeight - current.scrollTop;
    // If the end moved away without scrolling up, rows were rendered taller than estimated: keep following the end.
    if (this.isAtEnd && current.scrollTop >= this.lastTop && below > edge_px) {
      this.toEnd();
      return;
    }
    this.lastTop = current.scrollTop;
    this.setAtEnd(below <= edge_px);
    if (current.scrollTop <= ahead_px) this.props.onNearStart();
    if (below <= edge_px) this.props.onNearEnd();
  };

  override render(): ReactNode {
    return (
      // Focusable, so that it can be scrolled by keys.
      <div ref={this.frame} className={styles.scroll} tabIndex={0} role="group" aria-label={this.props.label} onScroll={this.onScroll}>
        <div ref={this.content} className={styles.content}>
          {this.props.children}
        </div>
      </div>
    );
  }
}
