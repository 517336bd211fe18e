/** The requests whose handlers are running, so that the process can wait for them before it closes what they use. */
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';

export interface RunningRequests {
  /** Resolves when no handler runs. Fastify itself only waits for connections: a handler continues after its client has disconnected. */
  finished(): Promise<void>;
}

/** Tracks the handlers of all routes that are added to `app` from now on. */
export function trackRequests(app: FastifyInstance): RunningRequests {
  const running = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    const tracked: RouteHandlerMethod = function (request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const run: Promise<unknown> = result.finally(() => running.delete(run));
      running.add(run);
      return run;
    };
    route.handler = tracked;
  });
  return {
    finished: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
