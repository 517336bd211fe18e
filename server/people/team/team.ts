/** The door of the team: who stands above whom, and that an owner stays. */
export { joinTeam, leaveTeam } from './members';
export { aloneFrom, assertSecond } from '../../modules/team/second-operator';
export { assertMayReadMailTo, assertNotStronger, assertOwnerStays } from './grant-guard';
