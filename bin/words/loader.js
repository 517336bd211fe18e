/** What the build runs over the site's sources: see `rewrite.js`. `isLate` for the server, whose readers differ by request; `isBare` for browsers, where thousands of imports would be too large. */
import { lateNamesOf } from './lazy-names.js';
import { rewrite } from './rewrite.js';

/**
 * @this {{ resourcePath: string, rootContext: string, getOptions(): { isLate: boolean, isBare: boolean } }}
 * @param {string} source
 */
export default function words(source) {
  const { isLate, isBare } = this.getOptions();
  return rewrite(this.resourcePath, source, { isLate, isBare, lateNames: isLate ? lateNamesOf : undefined }).code;
}
