/**
 * Chat rules of the performer: slow mode, audience, blocked words, moderators; and clearing the chat. They apply immediately, also in a
 * running show.
 */
import * as limits from '@contract/kernel/limits';
import { chatAudiences } from '@contract/kernel/values/live';
import type { ChatAudience } from '@contract/kernel/values/live';
import { useState } from 'react';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSave } from '@web/forms/use-saving';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { SelectField, TextAreaField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Moderators } from './studio-moderators';
import type { OwnShow } from './studio-show';
import styles from './studio.module.css';

type Chat = OwnShow['conversation'];

const audienceLabels: Record<ChatAudience, string> = {
  viewers: 'All viewers',
  followers: 'People who follow me',
  subscribers: 'Subscribers',
};
const audiences = chatAudiences.map((value) => ({ value, label: audienceLabels[value] }));
const slowSteps = [0, 3, 5, 10, 30, 60, limits.streamChat.slowMode_s_max];
const slowOptions = (current: number) =>
  [...new Set([...slowSteps, current])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: seconds === 0 ? 'Off' : `One message every ${String(seconds)} seconds` }));

/** One word or phrase per line. */
const parseWords = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
];

function validateWords(text: string): string | undefined {
  const blockedWords = parseWords(text);
  const { wordsMax, wordLengthMax } = limits.streamChat;
  if (blockedWords.length > wordsMax) return `You can block up to ${String(wordsMax)} words. Remove some to save.`;
  return blockedWords.some((word) => word.length > wordLengthMax)
    ? `Keep each word to ${String(wordLengthMax)} characters or fewer.`
    : undefined;
}

interface StudioChatRulesProps {
  conversation: Chat;
  onChanged: () => Promise<void>;
}

export function StudioChatRules({ conversation, onChanged }: StudioChatRulesProps) {
  const { _id: id } = conversation;
  const [slowMode, setSlowMode] = useState(String(conversation.slowModeSeconds));
  const [audience, setAudience] = useState<ChatAudience>(conversation.chatAudience);
  const [blockedWords, setBlockedWords] = useState(conversation.words.join('\n'));
  const [moderators, setModerators] = useState(conversation.moderators);
  const [isClearing, setClearing] = useState(false);
  const { busy, result, save } = useSave();
  const wordsError = validateWords(blockedWords);
  const submit = async () => {
    if (wordsError !== undefined) return;
    await save(async () => {
      await services.conversations['PUT /conversations/stream/:id/update']({
        params: { id },
        body: {
          slowModeSeconds: Number(slowMode),
          chatAudience: audience,
          words: parseWords(blockedWords),
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
        value={slowMode}
        onChange={(event) => setSlowMode(event.target.value)}
      />
      <SelectField
        label="Who can chat"
        options={audiences}
        value={audience}
        onChange={(event) => setAudience(chatAudiences.find((option) => option === event.target.value) ?? 'viewers')}
      />
      <TextAreaField
        label="Blocked words"
        optional
        rows={3}
        hint="One word or phrase per line. Messages that contain them aren’t sent."
        error={wordsError}
        value={blockedWords}
        onChange={(event) => setBlockedWords(event.target.value)}
      />
      <Moderators people={moderators} onChange={setModerators} />
      <p className={styles.quiet}>You can delete messages in the chat, and mute or ban people in the viewer list.</p>
      <ConfirmDialog
        open={isClearing}
        title="Clear the chat?"
        consequence="This removes all messages for everyone. Tips aren’t refunded."
        actionLabel="Clear chat"
        onConfirm={clear}
        onClose={() => setClearing(false)}
      />
    </FormSection>
  );
}
