/**
 * Runs before Next.js hydrates the page.
 *
 * Hydration is one long task, during which a phone does not respond to input. As a transition,
 * React does it in slices, and interrupts it for the part that the user touches. The App Router does the same; the Pages Router has
 * no setting for it, so its call is wrapped here.
 */
import { startTransition } from 'react';
import client from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { parts } from '@web/lib/i18n/words';

// The build writes calls of this global into the bundles (bin/words/rewrite.js).
Object.assign(globalThis, { _parts: parts });

const { hydrateRoot } = client;

Object.assign(client, {
  hydrateRoot: (...parameters: Parameters<typeof hydrateRoot>): Root => {
    const roots: Root[] = [];
    startTransition(() => void roots.push(hydrateRoot(...parameters)));
    return roots[0] as Root;
  },
});
