/** The frame of a journey's file: one site for all its stories, each story told at every size of the run, and the watch at the end of each. */
import { openSite } from './site';
import type { Site } from './site';
import { openVisitor, sizes } from '../../support/visitor';
import type { Size, Visitor } from '../../support/visitor';

/** Whether each story is told at every size, or at its main one alone: JOURNEY_SIZES is `all` or `main`. */
const isAtMainSizeOnly = process.env['JOURNEY_SIZES'] === 'main';

type VisitorOptions = Parameters<typeof openVisitor>[2];

export interface Story {
  site: Site;
  size: Size;
  /** Somebody with a browser of the story's size; a second call is a second browser. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

/** A story, told at every size of the run; afterwards no browser may have complained. */
export type Tell = (title: string, story: (told: Story) => Promise<void>) => void;

/** As a function: a story whose main size is a phone, as it is for most people. `onDesktop`: one for people who sit at a desk. */
type Tellers = Tell & { onDesktop: Tell };

/** Stories on one site; the arguments are those of `openSite`. */
export function journey(about: string, tellAll: (tell: Tellers) => void, ...start: Parameters<typeof openSite>): void {
  describe(about, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(...start);
    });
    afterAll(() => site.close());

    const tellAt =
      (mainSize: Size): Tell =>
      (title, story) => {
        it.each(isAtMainSizeOnly ? [mainSize] : (Object.keys(sizes) as Size[]))(`${title} (%s)`, async (size) => {
          const visitors: Visitor[] = [];
          try {
            await story({
              site,
              size,
              visit: async (options) => {
                const visitor = await openVisitor(site, size, options);
                visitors.push(visitor);
                return visitor;
              },
            });
            expect(visitors.flatMap((visitor) => visitor.troubles())).toEqual([]);
          } catch (failure) {
            await Promise.allSettled(visitors.map((visitor, index) => visitor.picture(`failed-${index + 1}`)));
            throw failure;
          } finally {
            await Promise.all(visitors.map(({ context }) => context.close()));
          }
        });
      };
    tellAll(Object.assign(tellAt('phone'), { onDesktop: tellAt('desktop') }));
  });
}
