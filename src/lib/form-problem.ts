/** What a form says beside its button when something in it has a fault; the fault itself stands where it is. */
const somethingIsWrong = 'Something needs a change first: it is marked above.';

export const formProblem = (faults: object): string | null => (Object.keys(faults).length > 0 ? somethingIsWrong : null);
