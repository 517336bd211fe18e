/** The frame of a journey's file: one site for all its stories, each story told at every size of the run, and the watch at the end of each. */
import { openSite } from './site';
import type { Site } from './site';
import { openVisitor, sizes } from './visitor';
import type { Size, Visitor } from './visitor';

/** The sizes of this run: those named in JOURNEY_SIZES, or all. */
const sizesOfRun = (Object.keys(sizes) as Size[]).filter((size) => (process.env['JOURNEY_SIZES'] ?? size).split(',').includes(size));

type VisitorOptions = Parameters<typeof openVisitor>[2];

export interface Story {
  site: Site;
  size: Size;
  /** Somebody with a browser of the story's size; a second call is a second browser. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

/** A story for each size of the run; afterwards nobody's browser may have complained. */
export type Tell = (title: string, story: (told: Story) => Promise<void>) => void;

/** Stories on one site; the arguments are those of `openSite`. */
export function journey(about: string, tellAll: (tell: Tell) => void, ...start: Parameters<typeof openSite>): void {
  describe(about, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(...start);
    });
    afterAll(() => site.close());

    tellAll((title, story) => {
      it.each(sizesOfRun)(`${title} (%s)`, async (size) => {
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
    });
  });
}
