/** Stands for `next/dynamic`: parts come by themselves on a real page; in a test they are there as soon as their code is. */
import { createElement, lazy, Suspense } from 'react';
import type { ComponentType } from 'react';

export default function dynamic(load: () => Promise<ComponentType<object>>): ComponentType<object> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Dynamic(props) {
    return createElement(Suspense, { fallback: null }, createElement(Loaded, props));
  };
}
