/** The door of helping: whom somebody helps, and when all of it stops. */
export { stopHelping } from '../../people/delegation/membership';
export { withMakers } from '../../people/delegation/creators';
export { helpsOf } from '../../people/delegation/rows';
export { sweepActs } from '../../people/delegation/delegate-sessions';
