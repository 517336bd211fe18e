/** What operators have noted about somebody: read by all of them, deleted by whoever wrote it. */
import * as limits from '@contract/kernel/limits';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useMay } from '@web/session/use-may';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { notesRead } from '../desk/desk-reads';
import consoleStyles from '../parts/console.module.css';
import styles from './operations.module.css';

type Note = AnswerOf<'GET /admin/users/:id/notes'>['data'][number];

export function NotesPanel({ accountId, name }: { accountId: string; name: string }) {
  const { data, error, mutate } = useEndpoint('GET /admin/users/:id/notes', notesRead(accountId));
  const may = useMay();
  const [deleting, setDeleting] = useState<Note | null>(null);
  return (
    <section className={consoleStyles.panel} aria-label="Notes">
      <h2 className={consoleStyles.panelTitle}>Notes</h2>
      <div className={styles.stack}>
        {error && data === undefined ? <Fault error={error} onRetry={() => void mutate()} /> : null}
        {data === undefined && !error ? <Skeleton shape="line" count={2} label="Loading the notes…" /> : null}
        {data?.data.length === 0 ? <p className={styles.quiet}>Nobody has noted anything about {name}.</p> : null}
        {data && data.data.length > 0 ? (
          <ul className={consoleStyles.lines}>
            {data.data.map((note) => (
              <li key={note._id} className={styles.note}>
                <p className={styles.words}>{note.text}</p>
                <div className={styles.noteFoot}>
                  <span className={styles.quiet}>
                    {note.author?.name ?? 'Somebody who has left'} · <TimeAgo at={note.createdAt} />
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
        {data && data.total > data.data.length ? <p className={styles.quiet}>The newest 50 of {data.total} are shown.</p> : null}
        {may('people.change') ? <NoteForm accountId={accountId} onAdded={() => void mutate()} /> : null}
      </div>
      <ConfirmDialog
        open={deleting !== null}
        title="Delete this note?"
        consequence="No operator can read it any more. This cannot be undone."
        verb="Delete note"
        onConfirm={async () => {
          if (deleting === null) return;
          await services.desk['DELETE /admin/users/:id/notes/:noteId']({ params: { id: accountId, noteId: deleting._id } });
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
  const form = useForm<{ text: string }>({ defaultValues: { text: '' } });
  const { busy, problem, submit } = useSend(form, async ({ text }) => {
    await services.desk['POST /admin/users/:id/notes']({ params: { id: accountId }, body: { text } });
    form.reset();
    showToast({ tone: 'ok', text: 'Note added' });
    onAdded();
  });
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <TextAreaField
        label="New note"
        hint="Operators alone read it."
        rows={2}
        maxLength={limits.operatorNoteLengthMax}
        error={form.formState.errors.text}
        {...form.register('text', { validate: (text) => text.trim() !== '' || 'Write a note first.' })}
      />
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          Add note
        </Button>
      </div>
    </form>
  );
}
