/** The package's light build has no types. It is the same class without captions and DRM. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
