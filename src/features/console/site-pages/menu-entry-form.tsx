/** Creates or edits one menu entry. */
import * as limits from '@contract/kernel/limits';
import { menuSections } from '@contract/kernel/values/site';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { SelectField, TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useForm } from 'react-hook-form';
import { sectionLabels } from './menu-section';
import type { MenuEntry, NewMenuEntry, MenuSectionName } from './menus-screen';
import { Form } from '@web/ui/forms/form';
import styles from './writing.module.css';

type Values = Omit<NewMenuEntry, '_id' | 'help'> & { help: string };

interface MenuEntryFormProps {
  /** Null creates a new one. */
  entry: MenuEntry | null;
  section: MenuSectionName;
  onSave: (entry: NewMenuEntry) => Promise<void>;
  onClose: () => void;
}

const isLink = (path: string): boolean => /^(\/(?![/\\])|https?:\/\/\S)\S*$/i.test(path.trim());

export function MenuEntryForm({ entry, section, onSave, onClose }: MenuEntryFormProps) {
  const entryOf = ({ help, ...values }: Values): NewMenuEntry => ({
    ...values,
    help: help.trim() || null,
    ...(entry === null ? {} : { _id: entry._id }),
  });
  const bodyOf = (values: Values) => ({ menus: [entryOf(values)] });
  const form = useForm<Values>({
    defaultValues: {
      title: entry?.title ?? '',
      path: entry?.path ?? '/',
      section: entry?.section ?? section,
      isNewTab: entry?.isNewTab ?? false,
      help: entry?.help ?? '',
    },
    resolver: contractResolver('PUT /admin/menus', () => import('@contract/site/admin-site'), bodyOf, {
      title: { at: 'menus.0.title', empty: 'Enter a title.' },
      path: { at: 'menus.0.path', check: (path) => !isLink(path) && 'Begin with / or https://' },
      help: { at: 'menus.0.help' },
    }),
  });
  const { register, formState } = form;
  const { errors } = formState;
  const { busy, error, submit } = useSend(form, (values) => onSave(entryOf(values)), { fieldOf: { menu_link_invalid: 'path' } });
  return (
    <Sheet open title={entry === null ? 'New entry' : `Edit ${entry.title}`} onClose={onClose}>
      <Form className={styles.form} onSubmit={submit}>
        <TextField label="Title" maxLength={limits.menu.titleLengthMax} error={errors.title} {...register('title')} />
        <TextField
          label="Link"
          hint="A path of this site such as /page/terms, or an address that begins with https://"
          inputMode="url"
          autoCapitalize="none"
          maxLength={limits.menu.pathLengthMax}
          error={errors.path}
          {...register('path')}
        />
        <SelectField
          label="Menu"
          options={menuSections.map((value) => ({ value, label: sectionLabels[value].title }))}
          {...register('section')}
        />
        <TextField
          label="Description"
          optional
          hint="One line about the linked page."
          maxLength={limits.menu.helpLengthMax}
          error={errors.help}
          {...register('help')}
        />
        <CheckField label="Open in a new tab" {...register('isNewTab')} />
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            Save entry
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
