/** The door of helping: whom somebody helps, and when all of it stops. */
export { stopHelping } from './agree';
export { withMakers } from './makers';
export { helpsOf } from './rows';
export { sweepActs } from './work';
