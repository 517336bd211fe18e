/** For the owner only: where her documents stand, and the few things that make a page ready for visitors, and as whom she can look at it. */
import { placeholders } from '@contract/kernel/conventions';
import type { CurrentUser } from '@web/session/intents';
import { Button } from '@web/ui/actions/button';
import { CheckIcon, ChevronRightIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Link } from '@web/ui/core/link';
import { cx } from '@web/ui/core/cx';
import { viewerTitles } from '../../profile/viewer-titles';
import { viewers } from '../../profile/viewers';
import styles from './owner-setup.module.css';
import page from './profile.module.css';

export type Owner = Extract<CurrentUser, { isPerformer: true }>;

const documents = '/creator/account?section=documents';

function Review({ owner }: { owner: Owner }) {
  // The review itself is told at the top of every page.
  if (owner.verification === 'approved' || owner.verification === 'pending') return null;
  if (owner.verification === 'rejected') {
    return (
      <Notice tone="danger" title="Your documents were not accepted" action={<Button href={documents}>Replace documents</Button>}>
        {owner.verificationNote ?? 'Please send new ones.'}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title="Only you see this page" action={<Button href={documents}>Send documents</Button>}>
      Visitors see it once your two documents are approved.
    </Notice>
  );
}

interface Step {
  title: string;
  text: string;
  href: string;
  isDone: boolean;
}

function stepsOf(owner: Owner, totalFeeds: number): Step[] {
  return [
    {
      title: 'Add your picture',
      text: 'Pages with a face are opened far more often.',
      href: '/creator/account?section=profile',
      isDone: owner.avatar !== placeholders.avatar,
    },
    {
      title: 'Set your price',
      text: 'A monthly price, and a yearly one if you like.',
      href: '/creator/account?section=prices',
      isDone: owner.monthlyPrice > 0 || owner.isFreeSubscription,
    },
    {
      title: 'Publish your first post',
      text: 'Something to see for whoever comes by: a photo and a line will do.',
      href: '/creator/posts/new',
      isDone: totalFeeds > 0,
    },
  ];
}

interface OwnerDeskProps {
  owner: Owner;
  /** How many posts are out. */
  totalFeeds: number;
}

export function OwnerDesk({ path, ...desk }: OwnerDeskProps & { path: string }) {
  return (
    <>
      <Desk {...desk} />
      <div className={page.viewAs}>
        <span className={page.quiet}>View as</span>
        {viewers.map((seen) => (
          <Button key={seen} size="small" href={`${path}?as=${seen}`}>
            {viewerTitles[seen]}
          </Button>
        ))}
      </div>
    </>
  );
}

function Desk({ owner, totalFeeds }: OwnerDeskProps) {
  const steps = stepsOf(owner, totalFeeds);
  const done = steps.filter((step) => step.isDone).length;
  return (
    <>
      <Review owner={owner} />
      {done === steps.length ? null : (
        <section className={styles.list} aria-labelledby="start-list">
          <div className={styles.head}>
            <h2 id="start-list" className={styles.title}>
              Get your page ready
            </h2>
            <span className={styles.count}>
              {done} of {steps.length} done
            </span>
          </div>
          <ul className={styles.steps}>
            {steps.map((step) => (
              <li key={step.title} className={cx(styles.step, step.isDone && styles.done)}>
                <span className={styles.sign} aria-hidden="true">
                  {step.isDone ? <CheckIcon /> : null}
                </span>
                <div className={styles.words}>
                  <Link className={styles.link} href={step.href}>
                    {step.title}
                    {step.isDone ? <span className="visually-hidden"> (done)</span> : null}
                  </Link>
                  <p className={styles.text}>{step.text}</p>
                </div>
                <ChevronRightIcon className={styles.arrow} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
