/** A decision of an operator, for whom it concerns. */
import { DecisionScreen } from '@web/features/safety/safety/decision-screen';
import { decisionRead } from '@web/features/safety/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /decisions/:id', decisionRead(query['id'] ?? ''));
    return undefined;
  },
  screen: DecisionScreen,
});
