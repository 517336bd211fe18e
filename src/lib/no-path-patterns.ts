/**
 * Stands in the browser for the library with which the framework reads patterns of rewritten addresses. The site rewrites none, and
 * the router brings it all the same, for a function beside those that need it: two of its kilobytes for nothing.
 */
const unused = (): never => {
  throw new Error('patterns of addresses are read by the server alone');
};

export { unused as compile, unused as pathToRegexp, unused as regexpToFunction };
