/** The package's smaller build has no types of its own; it is the same class without captions and protected media. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
