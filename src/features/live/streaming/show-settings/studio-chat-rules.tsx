/** The rules of her chat: how fast, who, which words, who helps; and emptying it. They hold at once, also in a running show. */
import * as limits from '@contract/kernel/limits';
import { chatAudiences } from '@contract/values';
import type { ChatAudience } from '@contract/values';
import { useState } from 'react';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSaving } from '@web/session/use-saving';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Moderators } from './studio-moderators';
import type { OwnShow } from '../../../streaming/studio-show';
import styles from './studio.module.css';

type Chat = OwnShow['conversation'];

const audienceWords: Record<ChatAudience, string> = {
  viewers: 'Everybody who watches',
  followers: 'People who follow me',
  subscribers: 'Subscribers',
};
const audiences = chatAudiences.map((value) => ({ value, label: audienceWords[value] }));
const slowSteps = [0, 3, 5, 10, 30, 60, limits.streamChat.slowMode_s_max];
const slowOptions = (now: number) =>
  [...new Set([...slowSteps, now])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: seconds === 0 ? 'Off' : `One message in ${String(seconds)} seconds` }));

/** One word or phrase a line. */
const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

function wordsFault(text: string): string | undefined {
  const words = wordsIn(text);
  const { wordsMax, wordLengthMax } = limits.streamChat;
  if (words.length > wordsMax) return `Use at most ${String(wordsMax)} words.`;
  return words.some((word) => word.length > wordLengthMax) ? `A word has at most ${String(wordLengthMax)} signs.` : undefined;
}

interface StudioChatRulesProps {
  conversation: Chat;
  onChanged: () => Promise<void>;
}

export function StudioChatRules({ conversation, onChanged }: StudioChatRulesProps) {
  const { _id: id } = conversation;
  const [slow, setSlow] = useState(String(conversation.slowModeSeconds));
  const [audience, setAudience] = useState<ChatAudience>(conversation.chatAudience);
  const [words, setWords] = useState(conversation.words.join('\n'));
  const [moderators, setModerators] = useState(conversation.moderators);
  const [isClearing, setClearing] = useState(false);
  const { busy, result, save } = useSaving();
  const fault = wordsFault(words);
  const submit = async () => {
    if (fault !== undefined) return;
    await save(async () => {
      await services.conversations['PUT /conversations/stream/:id/update']({
        params: { id },
        body: {
          slowModeSeconds: Number(slow),
          chatAudience: audience,
          words: wordsIn(words),
          moderatorIds: moderators.map(({ _id }) => _id),
        },
      });
      await onChanged();
    }, 'Chat rules saved');
  };
  const clear = async () => {
    await services.messages['DELETE /messages/stream/:id/remove-all-message']({ params: { id } });
    setClearing(false);
    showToast({ tone: 'ok', text: 'Chat cleared' });
  };
  return (
    <FormSection
      title="Chat rules"
      busy={busy}
      result={result}
      saveLabel="Save chat rules"
      onSave={(event) => {
        event.preventDefault();
        void submit();
      }}
      actions={<Button onPress={() => setClearing(true)}>Clear chat</Button>}
    >
      <SelectField
        label="Slow mode"
        options={slowOptions(conversation.slowModeSeconds)}
        value={slow}
        onChange={(event) => setSlow(event.target.value)}
      />
      <SelectField
        label="Who may write"
        options={audiences}
        value={audience}
        onChange={(event) => setAudience(chatAudiences.find((one) => one === event.target.value) ?? 'viewers')}
      />
      <TextAreaField
        label="Words that nobody writes"
        optional
        rows={3}
        hint="One a line. A message with one of them is not sent."
        error={fault}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Moderators people={moderators} onChange={setModerators} />
      <p className={styles.quiet}>You delete messages in the chat, and mute or ban people in the list of viewers.</p>
      <ConfirmDialog
        open={isClearing}
        title="Clear the chat?"
        consequence="All messages disappear for everybody. Tips stay paid."
        verb="Clear chat"
        onConfirm={clear}
        onClose={() => setClearing(false)}
      />
    </FormSection>
  );
}
