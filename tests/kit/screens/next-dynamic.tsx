/** Replaces `next/dynamic` in tests: components render as soon as their code is loaded, on the server and in the browser. */
import { createElement, lazy, Suspense } from 'react';
import type { ComponentType } from 'react';

export default function dynamic(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Dynamic(props) {
    return createElement(Suspense, { fallback: null }, createElement(Loaded, props));
  };
}
