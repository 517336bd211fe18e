/** The editor of a new or an existing page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useRouter } from 'next/router';
import { ConsoleFrame } from '../parts/console-frame';
import { byId } from '../parts/requests';
import { PageForm } from './page-form';

const back = { href: '/admin/pages', label: 'Back to pages' };

export function NewPageScreen() {
  const router = useRouter();
  return (
    <ConsoleFrame title="New page" back={back}>
      <PageForm page={null} onSaved={({ _id }) => void router.replace(`/admin/pages/${_id}`)} onDeleted={() => undefined} />
    </ConsoleFrame>
  );
}

export function PageScreen() {
  const router = useRouter();
  const { id } = router.query;
  const { data, error, mutate } = useEndpoint('GET /admin/posts/:id', typeof id === 'string' ? byId(id) : null, {
    revalidateOnFocus: false,
  });
  return (
    <ConsoleFrame title={data?.title ?? 'Page'} back={back}>
      {data === undefined && error ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data === undefined && !error ? <Skeleton shape="form" count={5} label="Loading the page…" /> : null}
      {data === undefined ? null : (
        <PageForm
          key={data._id}
          page={data}
          onSaved={(saved) => void mutate(saved, { revalidate: false })}
          onDeleted={() => {
            showToast({ tone: 'ok', text: 'Page deleted' });
            void router.push('/admin/pages');
          }}
        />
      )}
    </ConsoleFrame>
  );
}
