/** What a server render hands to the browser besides the page: the facts from which both build the same shell. Types only. */
import type { PublicSettings } from '@contract/kernel/entities';
import type { ThemeName } from '@contract/values';
import type { CurrentUser } from '@web/session/intents';
import type { TextSize } from './chosen';

/** Why the page's own screen is not shown. */
export interface PageFault {
  status: number;
  /** The host's own sentence, where it may be shown. */
  message: string | null;
  /** What a person can quote when she writes to the site. */
  number: string | null;
}

export interface FirstProps {
  /** Where the browser finds the host. */
  apiUrl: string;
  siteUrl: string;
  user: CurrentUser | null;
  settings: PublicSettings;
  country: { blocked: boolean; country: string | null };
  theme: ThemeName;
  textSize: TextSize;
  /** The languages in which the site can be read. */
  languages: readonly string[];
  /** Answers of the host under the keys that `useEndpoint` asks for. */
  fallback: Record<string, unknown>;
  fault: PageFault | null;
  /** The site asks this visitor whether she is of age; absent where it does not. */
  asksAge?: boolean;
}
