/**
 * A page's definition: access, layout, server-side data, and screen. Each file in `pages` exports only a page.
 */
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import type { LayoutName } from '@contract/kernel/values/appearance';
import type { LoadContext } from '@web/services/load-context';
import type { CurrentUser } from '@web/services/current-user';
import { createElement } from 'react';
import type { ComponentType, ReactElement } from 'react';

/**
 * Who may see a page. `open`: everyone · `guest`: signed-in people are redirected to their landing page · `login` · `fan`: performers see
 * a notice · `performer` · `operator`.
 */
export type PageAccess = 'open' | 'guest' | 'login' | 'fan' | 'performer' | 'operator';

export interface LoadResult {
  /** The HTTP status; 200 by default. */
  status?: number;
  /** A path of this site to redirect to. */
  redirect?: string;
  /** A response that replaces the page, cacheable for an hour. */
  document?: { type: string; text: string };
}

type NamedLayout = LayoutName | (string & {});

export interface PageDefinition {
  access: PageAccess;
  /** The right that opens the page to delegates; without it no delegate may see it. `any`: all delegates. */
  delegateRight?: DelegateRight | 'any';
  /** One of the six layouts, or a choice by viewer. An unknown name means primary. */
  layout?: NamedLayout | ((viewer: CurrentUser | null) => NamedLayout);
  /** The path of another page to which this viewer is redirected. The query is kept. */
  redirectFor?: (viewer: CurrentUser) => string | undefined;
  /** The shell never redirects: an invalid session is removed, and the page is rendered as for a guest. */
  forbidsRedirect?: true;
  /** Rendered without an account for all visitors, so that it contains no private data (the offline page). */
  isAccountless?: true;
  /**
   * Runs on the server only, before the first render. An `ApiError` that it throws becomes the error page with that status. It does not run
   * at client-side navigation, when screens show skeletons and fetch.
   */
  load?: (context: LoadContext) => Promise<LoadResult | undefined>;
  screen: ComponentType;
}

export interface Page {
  (): ReactElement;
  definition: PageDefinition;
}

/** Creates a page from its definition. */
export function definePage(definition: PageDefinition): Page {
  return Object.assign(() => createElement(definition.screen), { definition });
}

/** The definition of Next.js's own pages, and of pages without one. */
export const defaultDefinition: Omit<PageDefinition, 'screen'> = { access: 'open', delegateRight: 'any', forbidsRedirect: true };

/** The definition of a page component. */
export function definitionOf(page: unknown): Omit<PageDefinition, 'screen'> {
  return isPage(page) ? page.definition : defaultDefinition;
}

const isPage = (page: unknown): page is Page => typeof page === 'function' && 'definition' in page;

/** The page's layout for this viewer. */
export function namedLayout({ layout }: Pick<PageDefinition, 'layout'>, viewer: CurrentUser | null): string | undefined {
  return typeof layout === 'function' ? layout(viewer) : layout;
}
