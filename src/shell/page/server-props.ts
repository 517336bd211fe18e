/** Props from the server render, from which server and browser build the same shell. Types only. */
import type { PublicSettings } from '@contract/kernel/entities';
import type { ThemeName } from '@contract/kernel/values/appearance';
import type { CurrentUser } from '@web/services/current-user';
import type { TextSize } from '../preferences/cookies';

/** Why the error page is shown. */
export interface PageError {
  status: number;
  /** The server's message, where it may be shown. */
  message: string | null;
  /** Shown, so that people can quote it to support. */
  requestId: string | null;
}

export interface ServerProps {
  /** The API's origin for browsers. */
  apiUrl: string;
  siteUrl: string;
  user: CurrentUser | null;
  settings: PublicSettings;
  country: { blocked: boolean; country: string | null };
  theme: ThemeName;
  textSize: TextSize;
  /** The site's languages. */
  languages: readonly string[];
  /** Initial responses under the keys of `useEndpoint`. */
  fallback: Record<string, unknown>;
  pageError: PageError | null;
  /** Whether the visitor has to pass the age gate. */
  needsAgeConfirmation?: boolean;
}
