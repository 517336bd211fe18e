/** Telling fans of a show ahead: a post that says when it begins, of which they are told at that time. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { instantOf } from '@web/lib/local-time';
import { services } from '@web/services/services';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { TextAreaField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Link } from '@web/ui/core/link';
import { useZoneHint } from '@web/ui/own-zone';
import styles from '../live/streaming/show-settings/studio.module.css';

export function ScheduleShow() {
  const zoneHint = useZoneHint();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [time, setTime] = useState('');
  const [isTold, tellFaults] = useState(false);
  const [planned, setPlanned] = useState<string | null>(null);
  const { busy, result, save } = useSaving();
  const submit = async () => {
    tellFaults(true);
    const at = instantOf(time);
    if (isBlank(title) || at === null) return;
    await save(async () => {
      const post = await services.feeds['POST /performer/feeds']({
        body: {
          ...{ type: 'scheduled-stream', title: title.trim(), text: text.trim() },
          ...{ audience: 'public', streamScheduledAt: at },
        },
      });
      setPlanned(post._id);
      setTitle('');
      setText('');
      setTime('');
      tellFaults(false);
    }, 'Show scheduled');
  };
  return (
    <FormSection
      title="Schedule a show"
      description="A post tells everybody of it, and your followers and subscribers are told when its time has come."
      busy={busy}
      result={result}
      saveLabel="Schedule show"
      onSave={(event) => {
        event.preventDefault();
        void submit();
      }}
      actions={planned === null ? null : <Button href={`/post/${planned}`}>See the post</Button>}
    >
      <TextField
        label="Title of the show"
        maxLength={limits.itemTitleLengthMax}
        error={isTold && isBlank(title) ? 'Say in a few words what your show is about.' : undefined}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextAreaField
        label="What you tell of it"
        optional
        rows={2}
        maxLength={limits.feedTextLengthMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        label="Begins at"
        type="datetime-local"
        hint={zoneHint}
        error={isTold && time === '' ? 'Say when the show begins.' : undefined}
        value={time}
        onChange={(event) => setTime(event.target.value)}
      />
      <p className={styles.quiet}>
        Planned shows stand among <Link href="?tab=content&kind=feeds">your posts</Link>, where you change and delete them.
      </p>
    </FormSection>
  );
}
