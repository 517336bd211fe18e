/** The door of the reports: whoever writes what others read tells here what the list of words found in it. */
export { flag, flagPerson, flagProfile } from '../../people/flagging/flagging';
