/** Writes or edits a post: typed text is kept, uploads continue after the page is left, and nothing is sent twice. */
import * as limits from '@contract/kernel/limits';
import * as messages from '@contract/kernel/messages';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { formError } from '@web/lib/form-error';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { serializeError, firstErrorMessage } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';
import { removeFinishedUploads } from '@web/uploads/uploads';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { TextAreaField } from '@web/ui/forms/fields';
import { PlusIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { ExistingPoll, PollFields } from './poll-fields';
import { PostMedia } from './post-media';
import { PostPreview } from './post-preview';
import { bodyOf, valuesOfPost, migrateStoredDraft, pollOf, validatePost, typeOf } from './post-values';
import type { MediaKind, Post, PostErrors, PostValues } from './post-values';
import { PeopleField } from '../shared/people-field';
import { PublishButtons } from '../shared/publish-buttons';
import { editedId, ownItemRequest } from '../shared/requests';
import { TermsFields } from '../shared/terms-fields';
import { dropMedia } from '@web/uploads/use-editor-media';
import { pendingText } from '@web/lib/wording/consent-labels';
import { useUpdateSavedItem } from '../shared/use-saved';
import { VerifiedOnly } from '@web/session/verified-only';
import { Form } from '@web/ui/forms/form';
import styles from '../shared/editing.module.css';

export function PostEditor() {
  const { query } = useRouter();
  const id = editedId(query);
  return (
    <>
      <PageHead title={id === null ? 'New post' : 'Edit post'} noindex />
      <VerifiedOnly>{id === null ? <PostForm key="new" post={null} /> : <ExistingPostEditor key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function ExistingPostEditor({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/feeds/:id', ownItemRequest(id), { revalidateOnFocus: false });
  if (data) return <PostForm post={data} />;
  return error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the post…" />;
}

/** The type that an existing post keeps; null if it can change, because a draft is recreated when its type changes. */
function fixedTypeOf(post: Post | null): MediaKind | 'text' | null {
  if (post === null || canChangeType(post)) return null;
  return post.type === 'scheduled-stream' ? 'text' : post.type;
}

const canChangeType = ({ state, type, poll }: Post): boolean => state === 'draft' && type !== 'scheduled-stream' && poll === null;

function PostForm({ post }: { post: Post | null }) {
  const formKey = `post:${post?._id ?? 'new'}`;
  const href = `/creator/posts/${post?._id ?? 'new'}`;
  const [values, change, removeDraft] = useValueDraft<PostValues>(formKey, valuesOfPost(post), migrateStoredDraft);
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const { busy, fieldErrors, error, send } = useSubmitPost({ post, formKey, values, removeDraft });
  const form = useFocusFirstError(fieldErrors);
  const existingPoll = post?.poll ?? null;
  const isPublished = post?.state === 'published';
  const clear = () => {
    dropMedia([...values.media, ...values.thumbnail, ...values.teaser]);
    change(valuesOfPost(post));
    removeDraft();
  };
  return (
    <Form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        void send('active');
      }}
    >
      <TextAreaField
        label="Text"
        rows={6}
        maxLength={limits.feedTextLengthMax}
        error={fieldErrors.text}
        value={values.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <PostMedia formKey={formKey} href={href} values={values} fieldErrors={fieldErrors} onChange={change} fixedType={fixedTypeOf(post)} />
      {existingPoll !== null && values.hasPoll ? <ExistingPoll poll={existingPoll} onRemove={() => change({ hasPoll: false })} /> : null}
      {existingPoll === null && values.hasPoll ? <PollFields values={values} fieldErrors={fieldErrors} onChange={change} /> : null}
      {existingPoll === null && !values.hasPoll ? (
        <Button icon={<PlusIcon />} onPress={() => change({ hasPoll: true })}>
          Add poll
        </Button>
      ) : null}
      <PeopleField terms={values} stored={post?.people} onChange={change} />
      <section className={styles.part} aria-label="Audience and schedule">
        <TermsFields terms={values} fieldErrors={fieldErrors} onChange={change} isPublished={isPublished} />
        <SwitchField
          label="Pin to my profile"
          hint={`You can pin up to ${String(limits.pinnedFeedsMax)} posts.`}
          checked={values.isPinned}
          onChange={(event) => change({ isPinned: event.target.checked })}
        />
      </section>
      <PublishButtons
        isPublished={isPublished}
        scheduledAt={values.scheduledAt}
        busy={busy}
        error={error}
        onSaveDraft={() => void send('draft')}
      >
        <Button onPress={() => setPreviewOpen(true)}>Preview</Button>
        <Button kind="quiet" onPress={clear}>
          {post === null ? 'Start over' : 'Discard changes'}
        </Button>
      </PublishButtons>
      {isPreviewOpen ? <PostPreview values={values} onClose={() => setPreviewOpen(false)} /> : null}
    </Form>
  );
}

type PostBody = ReturnType<typeof bodyOf> & { pollId?: string | null };

/** The API fixes a post's type on creation, so a draft whose type changes is replaced by a new post. */
async function savePost(post: Post | null, type: Post['type'], body: PostBody): Promise<Post> {
  if (post !== null && (post.type === type || !canChangeType(post)))
    return services.feeds['PUT /performer/feeds/:id']({ params: { id: post._id }, body });
  const created = await services.feeds['POST /performer/feeds']({ body: { type, ...body } });
  if (post !== null) await services.feeds['DELETE /performer/feeds/:id']({ params: { id: post._id } });
  return created;
}

interface SubmitPostOptions {
  post: Post | null;
  formKey: string;
  values: PostValues;
  removeDraft: () => void;
}

function useSubmitPost({ post, formKey, values, removeDraft }: SubmitPostOptions) {
  const router = useRouter();
  const user = useCurrentUser();
  const updateCaches = useUpdateSavedItem('GET /performer/feeds');
  const createdPoll = useRef<{ key: string; id: string } | null>(null);
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<PostErrors>({});
  const [error, setError] = useState<string | null>(null);

  /** The poll of the request body. A new poll is created only once, even if saving the post is retried. */
  const pollField = async (now: number): Promise<{ pollId?: string | null }> => {
    if (post?.poll) return values.hasPoll ? {} : { pollId: null };
    if (!values.hasPoll) return {};
    const pollKey = JSON.stringify([values.question, values.options, values.pollDays]);
    if (createdPoll.current?.key !== pollKey)
      createdPoll.current = { key: pollKey, id: (await services.feeds['POST /performer/feeds/polls']({ body: pollOf(values, now) }))._id };
    return { pollId: createdPoll.current.id };
  };

  const done = (saved: Post) => {
    removeDraft();
    updateCaches(saved);
    for (const key of [formKey, `${formKey}:thumbnail`, `${formKey}:teaser`]) removeFinishedUploads(key);
    const pendingNotice = pendingText(saved.state);
    const isPublished = saved.status === 'active' && saved.state !== 'scheduled' && pendingNotice === null;
    // Delegates cannot see the post as the public does.
    if (isPublished && user?.helper === null) {
      void router.push(`/post/${saved._id}`);
      return;
    }
    showToast({
      tone: 'ok',
      text: pendingNotice ?? (isPublished ? 'Post published' : saved.state === 'scheduled' ? 'Post scheduled' : 'Draft saved'),
    });
    if (user) void router.push(contentPath(user, 'feeds'));
  };

  const send = async (status: 'draft' | 'active'): Promise<void> => {
    if (isSending.current) return;
    const now = Date.now();
    const found = validatePost(values, { status, post }, now);
    setFieldErrors(found);
    setError(formError(found));
    if (Object.keys(found).length > 0) return;
    isSending.current = true;
    setBusy(true);
    try {
      const body = { ...bodyOf(values, status), ...(await pollField(now)) };
      done(await savePost(post, typeOf(values), body));
    } catch (thrown) {
      setError(firstErrorMessage(serializeError(thrown, messages.saveFailed)));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return { busy, fieldErrors, error, send };
}
