/**
 * Replaces path-to-regexp in the browser bundle. Next's router imports it for rewrites, which the site does not use. This saves two
 * kilobytes.
 */
const unused = (): never => {
  throw new Error('path patterns are parsed on the server only');
};

export { unused as compile, unused as pathToRegexp, unused as regexpToFunction };
