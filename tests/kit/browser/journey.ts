/**
 * Declares a journey: one site for all its stories, each story run at every size, and a check of browser errors at the end of each.
 */
import { openSite } from './site';
import type { Site } from './site';
import { openVisitor, sizes } from './visitor';
import type { Size, Visitor } from './visitor';

/** Whether each story runs at its main size alone instead of at every size: JOURNEY_SIZES is `all` or `main`. */
const isAtMainSizeOnly = process.env['JOURNEY_SIZES'] === 'main';

type VisitorOptions = Parameters<typeof openVisitor>[2];

export interface StoryContext {
  site: Site;
  size: Size;
  /** A visitor with a browser of the story's size; a second call opens a second browser. */
  visit(options?: VisitorOptions): Promise<Visitor>;
}

/** Declares a story, which runs at every size; afterwards no browser may have reported a problem. */
export type DeclareStory = (title: string, story: (storyContext: StoryContext) => Promise<void>) => void;

/** As a function: a story whose main size is a phone, as for most people. `onDesktop`: a story for people who use a desktop. */
type StoryDeclarers = DeclareStory & { onDesktop: DeclareStory };

/** The longest text of a page in the report of a failure, in characters. */
const reportedTextMax = 1200;

/** The failure, with the text that each visitor saw: unattended runs keep no screenshots. */
async function withVisibleTexts(failure: unknown, visitors: readonly Visitor[]): Promise<Error> {
  const seen = await Promise.all(
    visitors.map(async ({ page, problems }, index) => {
      const text = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error));
      const lines = [text.replace(/\n+/g, ' | ').slice(0, reportedTextMax), ...problems()];
      return `Visitor ${String(index + 1)} at ${page.url()}:\n${lines.join('\n')}`;
    }),
  );
  const message = failure instanceof Error ? failure.message : String(failure);
  return new Error([message, ...seen].join('\n\n'), { cause: failure });
}

/** Replaces the story's own error, whose cause is the lost browser. The next test files get a new browser. */
const browserEnded = (failure: unknown): Error => new Error('The browser ended during this story.', { cause: failure });

/** Declares stories on one site; the last arguments are those of `openSite`. */
export function journey(about: string, declareStories: (story: StoryDeclarers) => void, ...start: Parameters<typeof openSite>): void {
  describe(about, () => {
    let site: Site;
    beforeAll(async () => {
      site = await openSite(...start);
    });
    afterAll(() => site.close());

    const storyAt =
      (mainSize: Size): DeclareStory =>
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
            expect(visitors.flatMap((visitor) => visitor.problems())).toEqual([]);
          } catch (failure) {
            await Promise.allSettled(visitors.map((visitor, index) => visitor.saveScreenshot(`failed-${index + 1}`)));
            throw await withVisibleTexts(site.browser.isConnected() ? failure : browserEnded(failure), visitors);
          } finally {
            await Promise.all(visitors.map(({ context }) => context.close()));
          }
        });
      };
    declareStories(Object.assign(storyAt('phone'), { onDesktop: storyAt('desktop') }));
  });
}
