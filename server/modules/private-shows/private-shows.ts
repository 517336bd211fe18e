/** The door of the private shows. */
export { tendPrivateShows } from './tend';
