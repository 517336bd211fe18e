/** A moderation decision, for the person that it concerns. */
import { DecisionScreen } from '@web/features/safety/safety/decision-screen';
import { decisionRequest } from '@web/features/safety/safety/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /decisions/:id', decisionRequest(query['id'] ?? ''));
    return undefined;
  },
  screen: DecisionScreen,
});
