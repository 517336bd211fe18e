/** Parts that come late, brought ahead of the moment that shows them. */

/** What `next/dynamic` makes can be brought ahead, which its types do not say. Imported by itself, the same code would be another file. */
interface Late {
  render: { preload: () => Promise<unknown> };
}

const isLate = (part: object): part is Late => 'render' in part && typeof part.render === 'function' && 'preload' in part.render;

/** Comes back when the parts have come, or will not. */
export async function bringAhead(...parts: object[]): Promise<void> {
  await Promise.allSettled(parts.map(async (part) => (isLate(part) ? part.render.preload() : undefined)));
}
