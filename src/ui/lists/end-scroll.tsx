/**
 * The frame in which what grows at its end scrolls. What is put in above moves nothing that is read, to the pixel; what comes below
 * is followed by those who are at the end, and left to be asked for by those who are not.
 */
import { Component, createRef } from 'react';
import type { ReactNode } from 'react';
import styles from './end-scroll.module.css';

/** So near to an edge counts as being there. */
const edge_px = 48;
/** What stands further up is fetched this far ahead. */
const ahead_px = 600;

interface EndScrollProps {
  /** What scrolls, for those who hear it. */
  label: string;
  /** The first and the last of what is shown; they tell what a change has put in where. */
  firstKey: string;
  lastKey: string;
  /** Goes to the end whatever was read: the reader has just written this. */
  followsLast: boolean;
  onNearStart: () => void;
  onNearEnd: () => void;
  onAtEnd: (isAtEnd: boolean) => void;
  children: ReactNode;
}

interface Place {
  top: number;
  height: number;
}

export class EndScroll extends Component<EndScrollProps> {
  private readonly frame = createRef<HTMLDivElement>();
  private readonly content = createRef<HTMLDivElement>();
  private observer: ResizeObserver | null = null;
  private isAtEnd = true;
  /** Where the reader was at the last look. */
  private lastTop = 0;

  override componentDidMount(): void {
    this.toEnd();
    // Pictures that have loaded and a composer that has grown leave the end where it was.
    this.observer = new ResizeObserver(() => {
      if (this.isAtEnd) this.toEnd();
    });
    for (const { current } of [this.frame, this.content]) if (current) this.observer.observe(current);
  }

  override getSnapshotBeforeUpdate(): Place | null {
    const { current } = this.frame;
    return current && { top: current.scrollTop, height: current.scrollHeight };
  }

  override componentDidUpdate(before: EndScrollProps, _state: unknown, place: Place | null): void {
    const { current } = this.frame;
    if (!current || place === null) return;
    const { firstKey, lastKey, followsLast } = this.props;
    const isSameEnd = before.lastKey === lastKey;
    if (before.firstKey !== firstKey && isSameEnd && !this.isAtEnd) current.scrollTop = place.top + (current.scrollHeight - place.height);
    else if (this.isAtEnd || (!isSameEnd && followsLast)) this.toEnd();
  }

  override componentWillUnmount(): void {
    this.observer?.disconnect();
  }

  /** Shows the newest. */
  toEnd(): void {
    const { current } = this.frame;
    if (current) {
      current.scrollTop = current.scrollHeight;
      this.lastTop = current.scrollTop;
    }
    this.noteEnd(true);
  }

  private noteEnd(isAtEnd: boolean): void {
    if (this.isAtEnd !== isAtEnd) this.props.onAtEnd(isAtEnd);
    this.isAtEnd = isAtEnd;
  }

  private readonly scrolled = (): void => {
    const { current } = this.frame;
    if (!current) return;
    const below = current.scrollHeight - current.clientHeight - current.scrollTop;
    // Lines turn out taller than was thought once they are drawn: the end that moved away was not left. Who leaves it goes up.
    if (this.isAtEnd && current.scrollTop >= this.lastTop && below > edge_px) {
      this.toEnd();
      return;
    }
    this.lastTop = current.scrollTop;
    this.noteEnd(below <= edge_px);
    if (current.scrollTop <= ahead_px) this.props.onNearStart();
    if (below <= edge_px) this.props.onNearEnd();
  };

  override render(): ReactNode {
    return (
      // Scrolled by keys, too.
      <div ref={this.frame} className={styles.scroll} tabIndex={0} role="group" aria-label={this.props.label} onScroll={this.scrolled}>
        <div ref={this.content} className={styles.content}>
          {this.props.children}
        </div>
      </div>
    );
  }
}
