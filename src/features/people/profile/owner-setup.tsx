/** For the owner only: the state of the identity documents, setup steps for the page, and previewing it as others see it. */
import { placeholders } from '@contract/kernel/conventions';
import type { CurrentUser } from '@web/services/current-user';
import { Button } from '@web/ui/actions/button';
import { CheckIcon, ChevronRightIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Link } from '@web/ui/core/link';
import { cx } from '@web/ui/core/cx';
import { viewerTitles } from './viewer-titles';
import { previewRoles } from './preview-roles';
import styles from './owner-setup.module.css';
import page from './profile.module.css';

export type Owner = Extract<CurrentUser, { isPerformer: true }>;

const documentsHref = '/creator/account?section=documents';

function ReviewNotice({ owner }: { owner: Owner }) {
  // The review state itself is shown at the top of every page.
  if (owner.verification === 'approved' || owner.verification === 'pending') return null;
  if (owner.verification === 'rejected') {
    return (
      <Notice tone="danger" title="Your documents weren’t approved" action={<Button href={documentsHref}>Replace documents</Button>}>
        {owner.verificationNote ?? 'Upload new documents.'}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title="Only you can see this profile" action={<Button href={documentsHref}>Upload documents</Button>}>
      It goes live once both of your documents are approved.
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
      title: 'Add a profile photo',
      text: 'Profiles with a photo get far more visits.',
      href: '/creator/account?section=profile',
      isDone: owner.avatar !== placeholders.avatar,
    },
    {
      title: 'Set your price',
      text: 'A monthly price, plus a yearly price if you like.',
      href: '/creator/account?section=prices',
      isDone: owner.monthlyPrice > 0 || owner.isFreeSubscription,
    },
    {
      title: 'Publish your first post',
      text: 'A photo and a line of text are enough to start.',
      href: '/creator/posts/new',
      isDone: totalFeeds > 0,
    },
  ];
}

interface OwnerSetupProps {
  owner: Owner;
  /** Number of published posts. */
  totalFeeds: number;
}

export function OwnerSetup({ path, ...ownerProps }: OwnerSetupProps & { path: string }) {
  return (
    <>
      <SetupChecklist {...ownerProps} />
      <div className={page.viewAs}>
        <span className={page.quiet}>View as</span>
        {previewRoles.map((viewer) => (
          <Button key={viewer} size="small" href={`${path}?as=${viewer}`}>
            {viewerTitles[viewer]}
          </Button>
        ))}
      </div>
    </>
  );
}

function SetupChecklist({ owner, totalFeeds }: OwnerSetupProps) {
  const steps = stepsOf(owner, totalFeeds);
  const done = steps.filter((step) => step.isDone).length;
  return (
    <>
      <ReviewNotice owner={owner} />
      {done === steps.length ? null : (
        <section className={styles.list} aria-labelledby="start-list">
          <div className={styles.head}>
            <h2 id="start-list" className={styles.title}>
              Set up your profile
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
