/** What is known of the packages that a running site consists of: which licences need no thought, and which packages had some. */

/** Licences, as packages declare them, that let anybody use, change and pass on, as long as their notice goes along. */
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

export interface Known {
  /** A package's name; a star at its end stands for any ending. */
  name: string;
  /** What it declares; null: nothing that the lockfile repeats. */
  license: string | null;
  /** Why it may be used all the same, and what that asks of whom. */
  because: string;
}

const separateProgram =
  'ffmpeg is started as a program of its own and never linked; whoever passes on a copy of an installation offers its source too, or leaves it out and sets FFMPEG_PATH';
const wholeFiles =
  'MPL asks for the source of its own changed files alone: they are used unchanged, and what uses them stays under its own terms';
const sharedLibrary =
  'LGPL for a library of its own file that is loaded while running, unchanged, and can be replaced by another build of it';

/** Packages with other terms, each with the reason for which it may stay. */
export const exceptions: readonly Known[] = [
  {
    name: 'country-state-city',
    license: 'GPL-3.0',
    because:
      'loaded by the host alone, for names of states and cities; no browser gets its code. Running it on a server asks nothing. Whoever passes on a copy of the host together with it does so under GPL-3.0, or takes it out first (server/platform/reference/places.ts is all that uses it)',
  },
  {
    name: 'world-countries',
    license: null,
    because: 'ODbL-1.0, a list of countries; what is shown of it is a produced work, its source is named here',
  },
  {
    name: 'caniuse-lite',
    license: 'CC-BY-4.0',
    because: "data that Next's build reads; its author is named in the package, and nothing of it is shown",
  },
  { name: 'ibantools', license: 'MIT or MPL-2.0', because: 'MIT by choice' },
  { name: 'xmlhttprequest-ssl', license: null, because: 'MIT, declared in a field of former times that lockfiles do not repeat' },
  { name: '@next/swc-*', license: null, because: "MIT as Next itself, whose compiler it is for other machines' processors" },
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
 * Packages without a digest in the lockfile: the registry with which it was made has not got them, so that npm takes them, on the
 * machines that want them, without comparing. Each is a program of its family for one kind of machine; those for Linux on x64 and
 * arm64 have their digests.
 */
export const undigested: readonly string[] = ['@next/swc-*', '@oxc-parser/binding-*', '@unrs/resolver-binding-*'];
