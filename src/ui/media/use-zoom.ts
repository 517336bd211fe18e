/**
 * Looking closer inside a picture that fills its stage: two fingers or the wheel zoom about the place they are at, one finger
 * moves the picture while it is enlarged and otherwise swipes to the next. A new picture begins at its own size.
 */
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, PointerEvent, RefObject } from 'react';

interface View {
  scale: number;
  /** How far the picture is moved from the middle, in pixels of the screen. */
  x: number;
  y: number;
}

const whole: View = { scale: 1, x: 0, y: 0 };
const scaleMax = 5;
const doublePress = 2.5;
const swipe_px = 56;

interface Point {
  x: number;
  y: number;
}

/** The view `factor` closer with `at` (measured from the middle) left in its place, held so that no edge leaves the stage. */
function closer(view: View, factor: number, at: Point, stage: DOMRect): View {
  const scale = Math.min(Math.max(1, view.scale * factor), scaleMax);
  const real = scale / view.scale;
  return held({ scale, x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real }, stage);
}

function held({ scale, x, y }: View, { width, height }: DOMRect): View {
  if (scale === 1) return whole;
  const room = { x: ((scale - 1) * width) / 2, y: ((scale - 1) * height) / 2 };
  return { scale, x: Math.min(Math.max(x, -room.x), room.x), y: Math.min(Math.max(y, -room.y), room.y) };
}

const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const fromMiddle = (at: Point, box: DOMRect): Point => ({ x: at.x - box.left - box.width / 2, y: at.y - box.top - box.height / 2 });

interface Listeners {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
  onDoubleClick: (event: { clientX: number; clientY: number }) => void;
}

export interface Zoom {
  isZoomed: boolean;
  style: CSSProperties;
  listen: Listeners;
  /** Closer (above 1) or further away, about the middle. */
  by: (factor: number) => void;
  reset: () => void;
}

/** `stage` holds the picture, `picture` names it; `onSwipe` is called with the side that a finger uncovers: right (1) or left (-1). */
export function useZoom(stage: RefObject<HTMLElement | null>, picture: string, onSwipe: (step: 1 | -1) => void): Zoom {
  const fingers = useRef(new Map<number, Point>());
  const [seen, setSeen] = useState({ picture, view: whole, drag_px: 0 });
  const { view, drag_px } = seen.picture === picture ? seen : { view: whole, drag_px: 0 };
  const show = (next: View, drag = 0) => setSeen({ picture, view: next, drag_px: drag });
  const box = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const middle = { x: 0, y: 0 };

  const turned = useRef<((event: WheelEvent) => void) | null>(null);
  useEffect(() => {
    turned.current = (event) => {
      event.preventDefault();
      const room = box();
      show(closer(view, Math.exp(-event.deltaY / 300), fromMiddle({ x: event.clientX, y: event.clientY }, room), room));
    };
  });
  useEffect(() => {
    const element = stage.current;
    // React listens to the wheel passively, and the page would scroll along.
    const wheel = (event: WheelEvent) => turned.current?.(event);
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [stage]);

  const moved = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) {
      const room = box();
      show(closer(view, distance(now, other) / (distance(before, other) || 1), fromMiddle(between(now, other), room), room));
    } else if (view.scale > 1) show(held({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }, box()));
    else show(view, drag_px + now.x - before.x);
  };
  const lifted = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId)) return;
    show(view);
    if (view.scale === 1 && Math.abs(drag_px) > swipe_px) onSwipe(drag_px < 0 ? 1 : -1);
  };
  return {
    isZoomed: view.scale > 1,
    style: { transform: `translate(${view.x + drag_px}px, ${view.y}px) scale(${view.scale})` },
    listen: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (stage.current?.setPointerCapture) stage.current.setPointerCapture(event.pointerId);
      },
      onPointerMove: moved,
      onPointerUp: lifted,
      onPointerCancel: lifted,
      onDoubleClick: ({ clientX, clientY }) => {
        const room = box();
        show(view.scale > 1 ? whole : closer(view, doublePress, fromMiddle({ x: clientX, y: clientY }, room), room));
      },
    },
    by: (factor) => show(closer(view, factor, middle, box())),
    reset: () => show(whole),
  };
}
