/** Operators' notes about an account: all operators read them, only the author can delete a note. */
import * as limits from '@contract/kernel/limits';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useHasRight } from '@web/session/use-has-right';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notesRequest } from './requests';
import { Form } from '@web/ui/forms/form';
import consoleStyles from '../parts/console.module.css';
import styles from './operations.module.css';

type Note = ResponseOf<'GET /admin/users/:id/notes'>['data'][number];

export function NotesPanel({ accountId, name }: { accountId: string; name: string }) {
  const { data, error, mutate } = useEndpoint('GET /admin/users/:id/notes', notesRequest(accountId));
  const may = useHasRight();
  const [deleting, setDeleting] = useState<Note | null>(null);
  return (
    <section className={consoleStyles.panel} aria-label="Notes">
      <h2 className={consoleStyles.panelTitle}>Notes</h2>
      <div className={styles.stack}>
        {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {data === undefined && !error ? <Skeleton shape="line" count={2} label="Loading the notes…" /> : null}
        {data?.data.length === 0 ? <p className={styles.quiet}>No notes about {name} yet.</p> : null}
        {data && data.data.length > 0 ? (
          <ul className={consoleStyles.lines}>
            {data.data.map((note) => (
              <li key={note._id} className={styles.note}>
                <p className={styles.words}>{note.text}</p>
                <div className={styles.noteFoot}>
                  <span className={styles.quiet}>
                    {note.author?.name ?? 'Former operator'} · <TimeAgo at={note.createdAt} />
                  </span>
                  {note.isOwn && may('people.change') ? (
                    <Button size="small" kind="quiet" onPress={() => setDeleting(note)}>
                      Delete note
                    </Button>
                  ) : null}
                </div>
              </li>
            ))}
          </ul>
        ) : null}
        {data && data.total > data.data.length ? <p className={styles.quiet}>Showing the newest 50 of {data.total}.</p> : null}
        {may('people.change') ? <NoteForm accountId={accountId} onAdded={() => void mutate()} /> : null}
      </div>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this note?"
        consequence="It’s deleted for all operators. This can’t be undone."
        actionLabel="Delete note"
        onConfirm={async () => {
          if (deleting === null) return;
          await services.backOffice['DELETE /admin/users/:id/notes/:noteId']({ params: { id: accountId, noteId: deleting._id } });
          setDeleting(null);
          showToast({ tone: 'ok', text: 'Note deleted' });
          await mutate();
        }}
        onClose={() => setDeleting(null)}
      />
    </section>
  );
}

function NoteForm({ accountId, onAdded }: { accountId: string; onAdded: () => void }) {
  const form = useForm({
    defaultValues: { text: '' },
    resolver: contractResolver(
      'POST /admin/users/:id/notes',
      () => import('@contract/safety/desk'),
      (values) => values,
      {
        text: { empty: 'Enter a note.' },
      },
    ),
  });
  const { busy, error, submit } = useSend(form, async (body) => {
    await services.backOffice['POST /admin/users/:id/notes']({ params: { id: accountId }, body });
    form.reset();
    showToast({ tone: 'ok', text: 'Note added' });
    onAdded();
  });
  return (
    <Form className={styles.stack} onSubmit={submit}>
      <TextAreaField
        label="New note"
        hint="Visible to operators only."
        rows={2}
        maxLength={limits.operatorNoteLengthMax}
        error={form.formState.errors.text}
        {...form.register('text')}
      />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Add note
        </Button>
      </div>
    </Form>
  );
}
