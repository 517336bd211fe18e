/** Watched words: a text that contains one is blocked or reported. Changes apply immediately. */
import * as limits from '@contract/kernel/limits';
import { wordActions, wordMatches } from '@contract/kernel/values/site';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button, IconButton } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { TrashIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConsoleFrame } from '../parts/console-frame';
import { Form } from '@web/ui/forms/form';
import menuStyles from './menus.module.css';
import styles from './writing.module.css';

type Word = ResponseOf<'GET /admin/keyword-filters'>['words'][number];

const matchLabels: Record<Word['match'], string> = { word: 'Whole word only', part: 'Anywhere, also inside words' };
const actionLabels: Record<Word['action'], string> = { refuse: 'Block', report: 'Allow and report' };
const { wordsMax, lengthMax } = limits.wordFilter;

export function WatchedWordsScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/keyword-filters', {}, { revalidateOnFocus: false });
  const [removing, setRemoving] = useState<Word | null>(null);
  const form = useForm<Word>({
    defaultValues: { text: '', match: 'word', action: 'refuse' },
    resolver: contractResolver(
      'PUT /admin/keyword-filters',
      () => import('@contract/site/admin-site'),
      (word) => ({ words: [word] }),
      {
        text: { at: 'words.0.text', check: (text) => !/[\p{L}\p{N}]/u.test(text) && 'Use letters or digits.' },
      },
    ),
  });
  const words = data?.words ?? [];
  const replace = async (next: readonly Word[]) => {
    await mutate(await services.adminSite['PUT /admin/keyword-filters']({ body: { words: [...next] } }), { revalidate: false });
  };
  const {
    busy,
    error: addError,
    submit,
  } = useSend(form, async ({ text, match, action }) => {
    await replace([...words, { text: text.trim(), match, action }]);
    showToast({ tone: 'ok', text: 'Word added' });
    form.reset({ text: '', match, action });
  });
  return (
    <ConsoleFrame
      title="Watched words"
      lead="Block or report words in posts, comments, messages, chats, profiles, products, polls and names. Existing texts aren’t affected."
    >
      {data === undefined && error ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {data === undefined && !error ? <Skeleton shape="row" count={4} label="Loading the words…" /> : null}
      {data === undefined ? null : (
        <div className={styles.form}>
          <Form className={styles.form} aria-label="Add a word" onSubmit={submit}>
            <TextField
              label="Word or phrase"
              hint="Ignores case, accents, hidden characters and look-alike letters."
              autoComplete="off"
              maxLength={lengthMax}
              error={form.formState.errors.text}
              {...form.register('text')}
            />
            <SelectField
              label="Match"
              options={wordMatches.map((value) => ({ value, label: matchLabels[value] }))}
              {...form.register('match')}
            />
            <SelectField
              label="Action"
              options={wordActions.map((value) => ({ value, label: actionLabels[value] }))}
              {...form.register('action')}
            />
            {addError ? <Notice tone="danger">{addError.message}</Notice> : null}
            <div className={styles.actions}>
              <Button type="submit" kind="primary" busy={busy} disabled={words.length >= wordsMax}>
                Add word
              </Button>
            </div>
            {words.length >= wordsMax ? (
              <Notice>{`You can have up to ${String(wordsMax)} words. Remove one to add another.`}</Notice>
            ) : null}
          </Form>
          {words.length === 0 ? <EmptyState title="No watched words yet" text="Add one to block or report it." /> : null}
          <ul className={menuStyles.entries} aria-label="Watched words">
            {words.map((word) => (
              <li key={`${word.match} ${word.text}`} className={menuStyles.entry}>
                <div className={menuStyles.words}>
                  <p className={menuStyles.name}>{word.text}</p>
                  <p className={menuStyles.quiet}>
                    {matchLabels[word.match]} · {actionLabels[word.action]}
                  </p>
                </div>
                <IconButton label={`Remove ${word.text}`} icon={<TrashIcon />} onPress={() => setRemoving(word)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove “${removing?.text ?? ''}”?`}
        consequence="Anyone can use it again, and it’s no longer reported. Open reports stay."
        actionLabel="Remove word"
        onConfirm={async () => {
          await replace(words.filter(({ text, match }) => text !== removing?.text || match !== removing.match));
          setRemoving(null);
        }}
        onClose={() => setRemoving(null)}
      />
    </ConsoleFrame>
  );
}
