/** Problems of the packages in a lockfile: licenses, origins, install scripts. */
import type { LicenseException } from './known';

/** An entry of the lockfile's `packages`, as far as it is used. */
export interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

export interface Supply {
  /** The lockfile's `packages`, by their path. */
  packages: Readonly<Record<string, Locked>>;
  /** Licenses that are always allowed. */
  permissive: readonly string[];
  exceptions: readonly LicenseException[];
  /** Optional packages that may lack a digest; a trailing star matches any ending. */
  undigested: readonly string[];
  /** package.json's `allowScripts`: names of packages that may run an install script. */
  scripts: Readonly<Record<string, boolean>>;
}

const registry = 'https://registry.npmjs.org/';

/** The name of the package at a path such as `node_modules/a/node_modules/@b/c`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const isNamed = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

const isExcused = (name: string, license: string | undefined, { name: pattern, license: known }: LicenseException): boolean =>
  isNamed(name, pattern) && known === (license ?? null);

/** Problems with the origin of an entry. Without a URL npm uses the registry, and the digest verifies the package. */
function originProblems(name: string, { resolved, integrity, link, optional }: Locked, undigested: readonly string[]): string[] {
  if (link || (resolved !== undefined && !resolved.startsWith(registry)))
    return [`${name} does not come from the registry: ${resolved ?? 'a link'}`];
  const mayLackDigest = optional === true && integrity === undefined && undigested.some((pattern) => isNamed(name, pattern));
  return mayLackDigest || integrity?.startsWith('sha512-') ? [] : [`${name} has no sha512 digest in the lockfile`];
}

/** Every problem as a sentence; empty when there is none. */
export function supplyProblems({ packages, permissive, exceptions, undigested, scripts }: Supply): string[] {
  const entries = Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : [{ name: nameOf(path), locked }]));
  const shipped = entries.filter(({ locked }) => !locked.dev);
  const unlicensed = shipped.filter(
    ({ name, locked: { license } }) =>
      !permissive.includes(license ?? '') && !exceptions.some((exception) => isExcused(name, license, exception)),
  );
  const unusedExceptions = exceptions.filter(
    (exception) => !shipped.some(({ name, locked }) => isExcused(name, locked.license, exception)),
  );
  const names = new Set(entries.map(({ name }) => name));
  return [
    ...entries.flatMap(({ name, locked }) => originProblems(name, locked, undigested)),
    ...unlicensed.map(({ name, locked }) => `${name} has the license ${locked.license ?? '(none)'}, which has not been reviewed`),
    ...unusedExceptions.map(({ name, license }) => `the exception for ${name} (${license ?? 'none'}) is no longer needed`),
    ...entries
      .filter(({ name, locked }) => locked.hasInstallScript && !(name in scripts))
      .map(({ name }) => `${name} runs an install script and is not listed in allowScripts`),
    ...Object.keys(scripts)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts lists ${name}, which is not installed`),
  ];
}
