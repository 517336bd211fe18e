/** The door of the operators' module: acts of an operator that other modules may carry out in her name. */
export { decidePerformer } from '../../people/admin/performers';
export { restoreWithin, suspendWithin } from '../../safety/moderation/suspensions';
