/** A page written by operators: terms, privacy and similar. */
import { useEndpoint } from '@web/services/use-endpoint';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { RichText } from '@web/ui/display/rich-text';
import { useRouter } from 'next/router';
import { staticPageRequest } from './requests';
import styles from './site-pages.module.css';

export function StaticPageScreen() {
  const { slug } = useRouter().query;
  const { data, error, mutate } = useEndpoint('GET /posts/:id', typeof slug === 'string' ? staticPageRequest(slug) : null);
  if (error && data === undefined) {
    return (
      <>
        <PageHead title="Page" titleHidden noindex />
        <ErrorState error={error} onRetry={() => void mutate()} />
      </>
    );
  }
  if (data === undefined) return <Skeleton count={8} label="Loading the page…" />;
  return (
    <article className={styles.article}>
      <PageHead title={data.title} {...(data.shortDescription === '' ? {} : { description: data.shortDescription })} />
      <p className={styles.updated}>
        Updated <TimeAgo at={data.updatedAt} />
      </p>
      <RichText html={data.content} />
    </article>
  );
}
