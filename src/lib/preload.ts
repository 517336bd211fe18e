/** Preloads lazily loaded components. */

/** Components of `next/dynamic` can be preloaded, which their types omit. A second `import()` of the module would be another chunk. */
interface LazyComponent {
  render: { preload: () => Promise<unknown> };
}

const isLazy = (part: object): part is LazyComponent => 'render' in part && typeof part.render === 'function' && 'preload' in part.render;

/** Resolves when all components have loaded or failed to load. */
export async function preloadComponents(...parts: object[]): Promise<void> {
  await Promise.allSettled(parts.map(async (part) => (isLazy(part) ? part.render.preload() : undefined)));
}
