/** One entry of a menu, written or changed. */
import * as limits from '@contract/kernel/limits';
import { menuSections } from '@contract/values';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useForm } from 'react-hook-form';
import { sectionWords } from './menu-section';
import type { Entry, NewEntry, Section } from './menus-screen';
import styles from './writing.module.css';

interface MenuEntryFormProps {
  /** null: a new one. */
  entry: Entry | null;
  section: Section;
  onWritten: (entry: NewEntry) => Promise<void>;
  onClose: () => void;
}

const isLink = (path: string): boolean => /^(\/(?![/\\])|https?:\/\/\S)\S*$/i.test(path.trim());

export function MenuEntryForm({ entry, section, onWritten, onClose }: MenuEntryFormProps) {
  const form = useForm({
    defaultValues: {
      title: entry?.title ?? '',
      path: entry?.path ?? '/',
      section: entry?.section ?? section,
      isNewTab: entry?.isNewTab ?? false,
      help: entry?.help ?? '',
    },
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, problem, submit } = useSend(
    form,
    ({ help, ...values }) => onWritten({ ...values, help: help.trim() || null, ...(entry === null ? {} : { _id: entry._id }) }),
    { fieldOf: { menu_link_invalid: 'path' } },
  );
  return (
    <Sheet open title={entry === null ? 'New entry' : `Change ${entry.title}`} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={submit}>
        <TextField
          label="Title"
          maxLength={limits.menu.titleLengthMax}
          error={errors.title}
          {...register('title', { validate: (text) => text.trim() !== '' || 'Give it a title.' })}
        />
        <TextField
          label="Where it leads"
          hint="A path of this site such as /page/terms, or an address that begins with https://"
          inputMode="url"
          autoCapitalize="none"
          maxLength={limits.menu.pathLengthMax}
          error={errors.path}
          {...register('path', { validate: (path) => isLink(path) || 'Begin with / or https://' })}
        />
        <SelectField
          label="Menu"
          options={menuSections.map((value) => ({ value, label: sectionWords[value].title }))}
          {...register('section')}
        />
        <TextField
          label="Hint"
          optional
          hint="One line about what is there."
          maxLength={limits.menu.helpLengthMax}
          error={errors.help}
          {...register('help')}
        />
        <CheckField label="Open in a new tab" {...register('isNewTab')} />
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            Save entry
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
