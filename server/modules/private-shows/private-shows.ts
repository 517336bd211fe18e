/** The door of the private shows. */
export { moveMinutes } from './moved';
export { tendPrivateShows } from './tend';
