/** Writing a page: what is typed is kept, shown as visitors will see it, and published or taken back by its own button. */
import * as limits from '@contract/kernel/limits';
import { postTypes } from '@contract/values';
import { services } from '@web/services/services';
import type { AnswerOf, BodyOf } from '@web/services/call';
import { useUi } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-draft';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { EyeIcon, TrashIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { WrittenText } from '@web/ui/display/written-text';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { pageHref, pageStates, slugOf, typeWords } from './page-labels';
import styles from './writing.module.css';

const TextEditor = dynamic(() => import('./text-editor').then((loaded) => loaded.TextEditor), {
  ssr: false,
  loading: () => <div className={styles.editor} aria-busy="true" />,
});

export type WrittenPage = AnswerOf<'GET /admin/posts/:id'>;
type Status = WrittenPage['status'];
type Values = Required<Omit<BodyOf<'POST /admin/posts'>, 'status' | 'ordering'>> & { ordering: string };

const firstValues = (page: WrittenPage | null): Values => ({
  title: page?.title ?? '',
  slug: page?.slug ?? '',
  type: page?.type ?? 'page',
  shortDescription: page?.shortDescription ?? '',
  ordering: String(page?.ordering ?? 0),
  content: page?.content ?? '',
});

interface PageFormProps {
  /** null: a new one. */
  page: WrittenPage | null;
  onSaved: (page: WrittenPage) => void;
  onDeleted: () => void;
}

const said = { draft: 'Draft saved', published: 'Published' } as const;

export function PageForm({ page, onSaved, onDeleted }: PageFormProps) {
  const form = useDraftedForm<Values>({ defaultValues: firstValues(page) }, { place: `page:${page?._id ?? 'new'}` });
  const [asked, setAsked] = useState<'takeBack' | 'delete' | null>(null);
  const { errors } = form.formState;
  const isOut = page?.status === 'published';

  const put = async (values: Values, to: Status) => {
    const body = { ...values, ordering: Number(values.ordering), status: to };
    const saved = await (page === null
      ? services.adminSite['POST /admin/posts']({ body })
      : services.adminSite['PUT /admin/posts/:id']({ params: { id: page._id }, body }));
    form.forgetDraft();
    form.reset(firstValues(saved), { keepDirtyValues: false });
    showToast({ tone: 'ok', text: isOut && to === 'published' ? 'Changes published' : said[to] });
    onSaved(saved);
  };
  const refusedAt = { fieldOf: { slug_taken: 'slug', slug_reserved: 'slug' } } as const;
  const saving = useSend(form, (values) => put(values, 'draft'), refusedAt);
  const publishing = useSend(form, (values) => put(values, 'published'), refusedAt);
  const busy = saving.busy || publishing.busy;
  const problem = saving.problem ?? publishing.problem;
  const title = form.register('title', { validate: (text) => text.trim() !== '' || 'Give it a title.' });
  return (
    <form noValidate className={styles.form} onSubmit={isOut ? publishing.submit : saving.submit}>
      {page === null ? null : (
        <p className={styles.state}>
          <StateMark tone={pageStates[page.status].tone}>{pageStates[page.status].word}</StateMark>
          {isOut ? <a href={pageHref(page.slug)}>See the page</a> : <span>Visitors cannot see it yet.</span>}
        </p>
      )}
      <TextField
        label="Title"
        maxLength={limits.sitePage.titleLengthMax}
        error={errors.title}
        {...title}
        onChange={(event) => {
          void title.onChange(event);
          // The address follows the title until somebody writes one.
          if (page === null && !form.getFieldState('slug').isDirty) form.resetField('slug', { defaultValue: slugOf(event.target.value) });
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
          {...form.register('slug', {
            validate: (slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/i.test(slug.trim()) || 'Use letters a to z, digits and single hyphens.',
          })}
        />
        <SelectField label="Kind" options={postTypes.map((value) => ({ value, label: typeWords[value] }))} {...form.register('type')} />
        <TextField
          label="Place in lists"
          inputMode="numeric"
          error={errors.ordering}
          {...form.register('ordering', {
            validate: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= limits.sitePage.orderingMax) || 'Use a whole number.',
          })}
        />
      </div>
      <TextField
        label="Short description"
        optional
        hint="What search engines and previews show."
        maxLength={limits.sitePage.descriptionLengthMax}
        error={errors.shortDescription}
        {...form.register('shortDescription')}
      />
      <ContentField control={form.control} />
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <div className={styles.actions}>
        {isOut ? (
          <>
            <Button type="submit" kind="primary" busy={busy}>
              Save and publish
            </Button>
            <Button disabled={busy} onPress={() => setAsked('takeBack')}>
              Take back
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
          <Button kind="danger" icon={<TrashIcon />} disabled={busy} onPress={() => setAsked('delete')}>
            Delete
          </Button>
        )}
      </div>
      {page === null ? null : (
        <>
          <ConfirmDialog
            open={asked === 'takeBack'}
            title={`Take “${page.title}” back?`}
            consequence={<Gone page={page} words="It becomes a draft, with the changes that you have made." />}
            verb="Take page back"
            onConfirm={async () => {
              await put(form.getValues(), 'draft');
              setAsked(null);
            }}
            onClose={() => setAsked(null)}
          />
          <ConfirmDialog
            open={asked === 'delete'}
            title={`Delete “${page.title}”?`}
            consequence={<Gone page={page} words="Its text is gone for good; only the audit log keeps a copy." />}
            verb="Delete page"
            onConfirm={async () => {
              await services.adminSite['DELETE /admin/posts/:id']({ params: { id: page._id } });
              form.forgetDraft();
              onDeleted();
            }}
            onClose={() => setAsked(null)}
          />
        </>
      )}
    </form>
  );
}

/** What follows when a page is no longer there. */
function Gone({ page, words }: { page: WrittenPage; words: string }) {
  const href = pageHref(page.slug);
  const entries = useUi().menus.filter(({ path }) => path === href).length;
  return (
    <>
      <p>{words}</p>
      {page.status === 'published' ? <p>{`Visitors of ${href} will find nothing.`}</p> : null}
      {entries === 0 ? null : (
        <p>
          {entries === 1
            ? '1 menu entry leads there. Change the menus as well.'
            : `${String(entries)} menu entries lead there. Change the menus as well.`}
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
      {/* Kept while it is not seen: it remembers what can be undone. */}
      <div hidden={isPreviewed}>
        <TextEditor value={field.value} onChange={field.onChange} labelledBy={id} />
      </div>
      {isPreviewed ? (
        <section className={styles.preview} aria-label="Preview">
          {field.value === '' ? <p className={styles.quiet}>Nothing written yet.</p> : <WrittenText html={field.value} />}
        </section>
      ) : null}
      {tooLong ? <Notice tone="warn">This text is too long to be saved. Make two pages of it.</Notice> : null}
    </div>
  );
}
