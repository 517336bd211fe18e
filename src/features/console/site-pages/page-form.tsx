/** Edits a page: unsaved text is kept in the browser. Saving, publishing and unpublishing have their own buttons. */
import * as limits from '@contract/kernel/limits';
import { postTypes } from '@contract/kernel/values/site';
import { services } from '@web/services/services';
import type { ResponseOf, BodyOf } from '@web/services/call';
import { wholeNumber } from '@web/lib/typed-number';
import { useUi } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { EyeIcon, TrashIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { RichText } from '@web/ui/display/rich-text';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { pageHref, pageStates, slugFrom, pageTypeLabels } from './page-labels';
import { Form } from '@web/ui/forms/form';
import styles from './writing.module.css';

const TextEditor = dynamic(() => import('./text-editor').then((loaded) => loaded.TextEditor), {
  ssr: false,
  loading: () => <div className={styles.editor} aria-busy="true" />,
});

export type AdminPage = ResponseOf<'GET /admin/posts/:id'>;
type Status = AdminPage['status'];
type Values = Required<Omit<BodyOf<'POST /admin/posts'>, 'status' | 'ordering'>> & { ordering: string };

const defaultValuesOf = (page: AdminPage | null): Values => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  type: page?.type ?? 'page',
  shortDescription: page?.shortDescription ?? '',
  ordering: String(page?.ordering ?? 0),
  content: page?.content ?? '',
});

interface PageFormProps {
  /** Null creates a new one. */
  page: AdminPage | null;
  onSaved: (page: AdminPage) => void;
  onDeleted: () => void;
}

const bodyOf = ({ ordering, ...rest }: Values, status: Status) => ({ ...rest, ordering: wholeNumber(ordering), status });

const savedMessages = { draft: 'Draft saved', published: 'Published' } as const;

export function PageForm({ page, onSaved, onDeleted }: PageFormProps) {
  const resolver = contractResolver(
    'POST /admin/posts',
    () => import('@contract/site/admin-site'),
    (values: Values) => bodyOf(values, 'draft'),
    {
      title: { empty: 'Enter a title.' },
      slug: { text: 'Use letters a to z, digits and single hyphens.' },
      ordering: { text: 'Use a whole number.' },
    },
  );
  const form = useDraftedForm<Values>({ defaultValues: defaultValuesOf(page), resolver }, { draftKey: `page:${page?._id ?? 'new'}` });
  const [confirming, setConfirming] = useState<'unpublish' | 'delete' | null>(null);
  const { errors } = form.formState;
  const isPublished = page?.status === 'published';

  const save = async (values: Values, to: Status) => {
    const body = bodyOf(values, to);
    const saved = await (page === null
      ? services.adminSite['POST /admin/posts']({ body })
      : services.adminSite['PUT /admin/posts/:id']({ params: { id: page._id }, body }));
    form.removeDraft();
    form.reset(defaultValuesOf(saved), { keepDirtyValues: false });
    showToast({ tone: 'ok', text: isPublished && to === 'published' ? 'Changes published' : savedMessages[to] });
    onSaved(saved);
  };
  const errorFields = { fieldOf: { slug_taken: 'slug', slug_reserved: 'slug' } } as const;
  const saving = useSend(form, (values) => save(values, 'draft'), errorFields);
  const publishing = useSend(form, (values) => save(values, 'published'), errorFields);
  const busy = saving.busy || publishing.busy;
  const error = saving.error ?? publishing.error;
  const title = form.register('title');
  return (
    <Form className={styles.form} onSubmit={isPublished ? publishing.submit : saving.submit}>
      {page === null ? null : (
        <p className={styles.state}>
          <StateMark {...pageStates[page.status]} />
          {isPublished ? <a href={pageHref(page.slug)}>View page</a> : <span>Visitors cannot see it yet.</span>}
        </p>
      )}
      <TextField
        label="Title"
        maxLength={limits.sitePage.titleLengthMax}
        error={errors.title}
        {...title}
        onChange={(event) => {
          void title.onChange(event);
          // The slug follows the title until it is edited.
          if (page === null && !form.getFieldState('slug').isDirty) form.resetField('slug', { defaultValue: slugFrom(event.target.value) });
        }}
      />
      <div className={styles.fields}>
        <TextField
          label="Address"
          before="/page/"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.sitePage.slugLengthMax}
          error={errors.slug}
          {...form.register('slug')}
        />
        <SelectField
          label="Type"
          options={postTypes.map((value) => ({ value, label: pageTypeLabels[value] }))}
          {...form.register('type')}
        />
        <TextField label="Sort order" inputMode="numeric" error={errors.ordering} {...form.register('ordering')} />
      </div>
      <TextField
        label="Short description"
        optional
        hint="Shown in search results and link previews."
        maxLength={limits.sitePage.descriptionLengthMax}
        error={errors.shortDescription}
        {...form.register('shortDescription')}
      />
      <ContentField control={form.control} />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.actions}>
        {isPublished ? (
          <>
            <Button type="submit" kind="primary" busy={busy}>
              Save and publish
            </Button>
            <Button disabled={busy} onPress={() => setConfirming('unpublish')}>
              Unpublish
            </Button>
          </>
        ) : (
          <>
            <Button kind="primary" busy={publishing.busy} disabled={saving.busy} onPress={publishing.submit}>
              Publish
            </Button>
            <Button type="submit" busy={saving.busy} disabled={publishing.busy}>
              Save draft
            </Button>
          </>
        )}
        {page === null ? null : (
          <Button kind="danger" icon={<TrashIcon />} disabled={busy} onPress={() => setConfirming('delete')}>
            Delete
          </Button>
        )}
      </div>
      {page === null ? null : (
        <>
          <ConfirmDialog
            open={confirming === 'unpublish'}
            title={`Unpublish “${page.title}”?`}
            consequence={<RemovalEffects page={page} text="It becomes a draft that includes your latest changes." />}
            actionLabel="Unpublish page"
            onConfirm={async () => {
              await save(form.getValues(), 'draft');
              setConfirming(null);
            }}
            onClose={() => setConfirming(null)}
          />
          <ConfirmDialog
            open={confirming === 'delete'}
            title={`Delete “${page.title}”?`}
            consequence={<RemovalEffects page={page} text="The text is permanently deleted. Only the audit log keeps a copy." />}
            actionLabel="Delete page"
            onConfirm={async () => {
              await services.adminSite['DELETE /admin/posts/:id']({ params: { id: page._id } });
              form.removeDraft();
              onDeleted();
            }}
            onClose={() => setConfirming(null)}
          />
        </>
      )}
    </Form>
  );
}

/** The effects of unpublishing or deleting a page on visitors and on the menus. */
function RemovalEffects({ page, text }: { page: AdminPage; text: string }) {
  const href = pageHref(page.slug);
  const entries = useUi().menus.filter(({ path }) => path === href).length;
  return (
    <>
      <p>{text}</p>
      {page.status === 'published' ? <p>{`Visitors can no longer open ${href}.`}</p> : null}
      {entries === 0 ? null : (
        <p>
          {entries === 1
            ? '1 menu entry links to it. Update the menus too.'
            : `${String(entries)} menu entries link to it. Update the menus too.`}
        </p>
      )}
    </>
  );
}

function ContentField({ control }: { control: ReturnType<typeof useDraftedForm<Values>>['control'] }) {
  const id = useId();
  const { field } = useController({ control, name: 'content' });
  const [isPreviewed, setPreviewed] = useState(false);
  const tooLong = field.value.length > limits.sitePage.contentLengthMax;
  return (
    <div className={styles.content} role="group" aria-labelledby={id}>
      <div className={styles.contentHead}>
        <span id={id} className={styles.label}>
          Text
        </span>
        <Button size="small" icon={<EyeIcon />} aria-pressed={isPreviewed} onPress={() => setPreviewed(!isPreviewed)}>
          Preview
        </Button>
      </div>
      {/* Stays mounted while hidden: it holds the undo history. */}
      <div hidden={isPreviewed}>
        <TextEditor value={field.value} onChange={field.onChange} labelledBy={id} />
      </div>
      {isPreviewed ? (
        <section className={styles.preview} aria-label="Preview">
          {field.value === '' ? <p className={styles.quiet}>Nothing to preview yet.</p> : <RichText html={field.value} />}
        </section>
      ) : null}
      {tooLong ? <Notice tone="warn">This text is too long to save. Split it into 2 pages.</Notice> : null}
    </div>
  );
}
