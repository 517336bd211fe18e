/** The requests whose handlers are running, so that the process can wait for them before it closes what they use. */
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

export interface RunningRequests {
  /** Resolves when no handler runs. Fastify itself waits for connections only: the handler of a client that has left goes on. */
  finished(): Promise<void>;
}

/** Follows the handlers of all routes that are added to `app` from now on. */
export function followRequests(app: FastifyInstance): RunningRequests {
  const running = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const followed: RouteHandlerMethod = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply);
      if (!(answer instanceof Promise)) return answer;
      const run: Promise<unknown> = answer.finally(() => running.delete(run));
      running.add(run);
      return run;
    };
    route.handler = followed;
  });
  return {
    finished: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
