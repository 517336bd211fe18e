/**
 * Zoom of a photo in its stage: pinch and wheel zoom around the pointer; one finger pans while zoomed and otherwise swipes to the next
 * photo. A new photo starts unzoomed.
 */
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, PointerEvent, RefObject } from 'react';

interface View {
  scale: number;
  /** The offset from the center, in screen pixels. */
  x: number;
  y: number;
}

const initialView: View = { scale: 1, x: 0, y: 0 };
const scaleMax = 5;
const doublePressFactor = 2.5;
const swipe_px = 56;

interface Point {
  x: number;
  y: number;
}

/** The view scaled by `factor` around `at` (relative to the center), clamped so that the photo covers the stage. */
function zoomed(view: View, factor: number, at: Point, stage: DOMRect): View {
  const scale = Math.min(Math.max(1, view.scale * factor), scaleMax);
  const appliedFactor = scale / view.scale;
  return clamped({ scale, x: at.x - (at.x - view.x) * appliedFactor, y: at.y - (at.y - view.y) * appliedFactor }, stage);
}

function clamped({ scale, x, y }: View, { width, height }: DOMRect): View {
  if (scale === 1) return initialView;
  const limit = { x: ((scale - 1) * width) / 2, y: ((scale - 1) * height) / 2 };
  return { scale, x: Math.min(Math.max(x, -limit.x), limit.x), y: Math.min(Math.max(y, -limit.y), limit.y) };
}

const midpoint = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);
const fromCenter = (at: Point, rect: DOMRect): Point => ({ x: at.x - rect.left - rect.width / 2, y: at.y - rect.top - rect.height / 2 });

interface PointerHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onPointerMove: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
  onPointerCancel: (event: PointerEvent) => void;
  onDoubleClick: (event: { clientX: number; clientY: number }) => void;
}

export interface Zoom {
  isZoomed: boolean;
  style: CSSProperties;
  handlers: PointerHandlers;
  /** Zooms in (above 1) or out (below 1) around the center. */
  by: (factor: number) => void;
  reset: () => void;
}

/** `stage` contains the photo `photoSrc`. `onSwipe` is called with the side that a swipe uncovers: right (1) or left (-1). */
export function useZoom(stage: RefObject<HTMLElement | null>, photoSrc: string, onSwipe: (step: 1 | -1) => void): Zoom {
  const pointers = useRef(new Map<number, Point>());
  const [state, setState] = useState({ photoSrc, view: initialView, drag_px: 0 });
  const { view, drag_px } = state.photoSrc === photoSrc ? state : { view: initialView, drag_px: 0 };
  const setView = (next: View, drag = 0) => setState({ photoSrc, view: next, drag_px: drag });
  const stageRect = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const center = { x: 0, y: 0 };

  const onWheel = useRef<((event: WheelEvent) => void) | null>(null);
  useEffect(() => {
    onWheel.current = (event) => {
      event.preventDefault();
      const rect = stageRect();
      setView(zoomed(view, Math.exp(-event.deltaY / 300), fromCenter({ x: event.clientX, y: event.clientY }, rect), rect));
    };
  });
  useEffect(() => {
    const element = stage.current;
    // React's wheel listeners are passive, so they cannot prevent the page from scrolling.
    const wheel = (event: WheelEvent) => onWheel.current?.(event);
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [stage]);

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const point = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, point);
    if (other) {
      const rect = stageRect();
      setView(zoomed(view, distance(point, other) / (distance(before, other) || 1), fromCenter(midpoint(point, other), rect), rect));
    } else if (view.scale > 1) setView(clamped({ ...view, x: view.x + point.x - before.x, y: view.y + point.y - before.y }, stageRect()));
    else setView(view, drag_px + point.x - before.x);
  };
  const onPointerEnd = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return;
    setView(view);
    if (view.scale === 1 && Math.abs(drag_px) > swipe_px) onSwipe(drag_px < 0 ? 1 : -1);
  };
  return {
    isZoomed: view.scale > 1,
    style: { transform: `translate(${view.x + drag_px}px, ${view.y}px) scale(${view.scale})` },
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (stage.current?.setPointerCapture) stage.current.setPointerCapture(event.pointerId);
      },
      onPointerMove,
      onPointerUp: onPointerEnd,
      onPointerCancel: onPointerEnd,
      onDoubleClick: ({ clientX, clientY }) => {
        const rect = stageRect();
        setView(view.scale > 1 ? initialView : zoomed(view, doublePressFactor, fromCenter({ x: clientX, y: clientY }, rect), rect));
      },
    },
    by: (factor) => setView(zoomed(view, factor, center, stageRect())),
    reset: () => setView(initialView),
  };
}
