/**
 * The build's loader for the site's sources: see `rewrite.js`. `isLazy` is for the server, whose readers differ by request; `isBare` is
 * for browsers, where thousands of imports would be too large.
 */
import { lazyNamesOf } from './lazy-names.js';
import { rewrite } from './rewrite.js';

/**
 * @this {{ resourcePath: string, rootContext: string, getOptions(): { isLazy: boolean, isBare: boolean } }}
 * @param {string} source
 */
export default function words(source) {
  const { isLazy, isBare } = this.getOptions();
  return rewrite(this.resourcePath, source, { isLazy, isBare, lazyNames: isLazy ? lazyNamesOf : undefined }).code;
}
