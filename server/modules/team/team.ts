/** The door of the team: who stands above whom, and that an owner stays. */
export { joinTeam, leaveTeam } from './members';
export { assertMayReadMailTo, assertNotStronger, assertOwnerStays } from './strength';
