/**
 * What a page is: who may see it, the layout around it, what the server reads for it, and its screen. A file in `pages`
 * exports one of these and nothing else.
 */
import type { HelperRight } from '@contract/kernel/delegate-rights';
import type { LayoutName } from '@contract/values';
import type { Api, Name } from '@contract/api';
import type { Answer, Input } from '@contract/endpoint';
import type { Services } from '@web/services/services';
import type { CurrentUser } from '@web/session/intents';
import { createElement } from 'react';
import type { ComponentType, ReactElement } from 'react';

/**
 * Who may see a page. `open`: everybody · `guest`: signed-in people are taken to their landing · `login` · `fan`: made for
 * fans, performers are told so · `performer` · `operator`.
 */
export type PageAccess = 'open' | 'guest' | 'login' | 'fan' | 'performer' | 'operator';

export interface LoadContext {
  /** Those of the visitor whose page this is. */
  services: Services;
  /** Calls an endpoint by its name; the answer is handed to `useEndpoint` of the screen with the same name and input. */
  read: <N extends Name>(name: N, input: Input<Api[N]>) => Promise<Answer<Api[N]>>;
  /**
   * As `read`, for what every guest of a country is answered alike: guests who ask at the same time share one call. Not for
   * answers that count who looked.
   */
  readAlike: <N extends Name>(name: N, input: Input<Api[N]>) => Promise<Answer<Api[N]>>;
  /** Route and query values; of a key that comes twice, the first. */
  query: Readonly<Record<string, string | undefined>>;
  viewer: CurrentUser | null;
  /** Where people open the site: an origin. */
  siteUrl: string;
}

export interface LoadResult {
  /** Of the page's answer; 200 without it. */
  status?: number;
  /** A path of this site that the visitor is sent to instead. */
  redirect?: string;
  /** What is answered instead of a page, to be kept for an hour by whoever asks. */
  document?: { type: string; text: string };
}

type NamedLayout = LayoutName | (string & {});

export interface PageDefinition {
  access: PageAccess;
  /** What opens the page to those who help a performer; without it none of them comes here. `any`: each of them. */
  helper?: HelperRight | 'any';
  /** One of the six, or a choice by who looks; a name that is none of them means primary. */
  layout?: NamedLayout | ((viewer: CurrentUser | null) => NamedLayout);
  /** The path of the page that stands here for this viewer, where that is another; the query goes along. */
  standIn?: (viewer: CurrentUser) => string | undefined;
  /** The shell never moves the visitor away: a dead session is removed and the page rendered as for a guest. */
  forbidsRedirect?: true;
  /** Rendered for nobody, whoever asks: nothing of hers may be in it. */
  forNobody?: true;
  /**
   * Runs on the server only, before the first render; a `Refused` that it lets through becomes the page's error screen with
   * that status. When people move on inside the site it does not run: screens then show their skeletons and fetch.
   */
  load?: (context: LoadContext) => Promise<LoadResult | undefined>;
  screen: ComponentType;
}

export interface Page {
  (): ReactElement;
  definition: PageDefinition;
}

/** Makes a page of its definition. */
export function definePage(definition: PageDefinition): Page {
  return Object.assign(() => createElement(definition.screen), { definition });
}

/** What the framework's own pages, and any that forgot to say, are taken for. */
export const undefinedPage: Omit<PageDefinition, 'screen'> = { access: 'open', helper: 'any', forbidsRedirect: true };

/** The definition of whatever the framework is about to render. */
export function definitionOf(page: unknown): Omit<PageDefinition, 'screen'> {
  return isPage(page) ? page.definition : undefinedPage;
}

const isPage = (page: unknown): page is Page => typeof page === 'function' && 'definition' in page;

/** The layout that a page names for this viewer. */
export function namedLayout({ layout }: Pick<PageDefinition, 'layout'>, viewer: CurrentUser | null): string | undefined {
  return typeof layout === 'function' ? layout(viewer) : layout;
}
