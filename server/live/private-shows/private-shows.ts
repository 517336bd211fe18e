/** The door of the private shows. */
export { moveMinutes } from '../../modules/private-shows/moved';
export { tendPrivateShows } from '../../modules/private-shows/tend';
