/** Writing a post, or changing one: what is typed is kept, files go on when the page is left, and nothing is sent twice. */
import * as limits from '@contract/kernel/limits';
import { messages } from '@contract/kernel/errors';
import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { formProblem } from '@web/lib/form-problem';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { useCurrentUser } from '@web/session/store/hooks';
import { problemOf, sentenceOf } from '@web/session/problem';
import { showToast } from '@web/ui/feedback/toast-queue';
import { releaseUploads } from '@web/uploads/uploads';
import { useValueDraft } from '@web/forms/use-draft';
import { Button } from '@web/ui/actions/button';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { TextAreaField } from '@web/ui/forms/fields';
import { PlusIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { useFirstFault } from '@web/ui/use-first-fault';
import { AskedPoll, PollFields } from './poll-fields';
import { PostMedia } from './post-media';
import { PostPreview } from './post-preview';
import { bodyOf, firstValues, keptPost, pollOf, postFaults, typeOf } from './post-values';
import type { MediaKind, Post, PostFaults, PostValues } from './post-values';
import { PublishButtons } from '../shared/publish-buttons';
import { editedAt, ownRead } from '../../../editing/reads';
import { TermsFields } from '../shared/terms-fields';
import { dropMedia } from '@web/uploads/use-editor-media';
import { useSaved } from '../../../editing/use-saved';
import { VerifiedOnly } from '@web/session/verified-only';
import styles from '../shared/editing.module.css';

export function PostEditor() {
  const { query } = useRouter();
  const id = editedAt(query);
  return (
    <>
      <PageHead title={id === null ? 'New post' : 'Edit post'} noindex />
      <VerifiedOnly>{id === null ? <Editor key="new" post={null} /> : <Existing key={id} id={id} />}</VerifiedOnly>
    </>
  );
}

function Existing({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /performer/feeds/:id', ownRead(id), { revalidateOnFocus: false });
  if (data) return <Editor post={data} />;
  return error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton shape="form" count={4} label="Loading the post…" />;
}

/** What an existing post may show: a draft anything, as it is made anew for that; what was out stays what it was. */
function kindOf(post: Post | null): MediaKind | 'text' | null {
  if (post === null || mayBecome(post)) return null;
  return post.type === 'scheduled-stream' ? 'text' : post.type;
}

const mayBecome = ({ state, type, poll }: Post): boolean => state === 'draft' && type !== 'scheduled-stream' && poll === null;

function Editor({ post }: { post: Post | null }) {
  const place = `post:${post?._id ?? 'new'}`;
  const href = `/creator/posts/${post?._id ?? 'new'}`;
  const [values, change, forget] = useValueDraft<PostValues>(place, firstValues(post), keptPost);
  const [isPreviewed, setPreviewed] = useState(false);
  const { busy, faults, problem, send } = useSending({ post, place, values, forget });
  const form = useFirstFault(faults);
  const asked = post?.poll ?? null;
  const isOut = post?.state === 'published';
  const clear = () => {
    dropMedia([...values.media, ...values.thumbnail, ...values.teaser]);
    change(firstValues(post));
    forget();
  };
  return (
    <form
      ref={form}
      noValidate
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
        error={faults.text}
        value={values.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <PostMedia place={place} href={href} values={values} faults={faults} onChange={change} only={kindOf(post)} />
      {asked !== null && values.hasPoll ? <AskedPoll poll={asked} onRemove={() => change({ hasPoll: false })} /> : null}
      {asked === null && values.hasPoll ? <PollFields values={values} faults={faults} onChange={change} /> : null}
      {asked === null && !values.hasPoll ? (
        <Button icon={<PlusIcon />} onPress={() => change({ hasPoll: true })}>
          Add poll
        </Button>
      ) : null}
      <section className={styles.part} aria-label="Who and when">
        <TermsFields terms={values} faults={faults} onChange={change} isOut={isOut} />
        <SwitchField
          label="Pin to the top of my page"
          hint={`Up to ${String(limits.pinnedFeedsMax)} posts can be pinned.`}
          checked={values.isPinned}
          onChange={(event) => change({ isPinned: event.target.checked })}
        />
      </section>
      <PublishButtons isOut={isOut} scheduledAt={values.scheduledAt} busy={busy} problem={problem} onDraft={() => void send('draft')}>
        <Button onPress={() => setPreviewed(true)}>Preview</Button>
        <Button kind="quiet" onPress={clear}>
          {post === null ? 'Start over' : 'Undo my changes'}
        </Button>
      </PublishButtons>
      {isPreviewed ? <PostPreview values={values} onClose={() => setPreviewed(false)} /> : null}
    </form>
  );
}

type Body = ReturnType<typeof bodyOf> & { pollId?: string | null };

/** The kind of a post is fixed when it is made, so a draft that has become another kind gives way to a new post. */
async function saved(post: Post | null, type: Post['type'], body: Body): Promise<Post> {
  if (post !== null && (post.type === type || !mayBecome(post)))
    return services.feeds['PUT /performer/feeds/:id']({ params: { id: post._id }, body });
  const made = await services.feeds['POST /performer/feeds']({ body: { type, ...body } });
  if (post !== null) await services.feeds['DELETE /performer/feeds/:id']({ params: { id: post._id } });
  return made;
}

interface SendingProps {
  post: Post | null;
  place: string;
  values: PostValues;
  forget: () => void;
}

function useSending({ post, place, values, forget }: SendingProps) {
  const router = useRouter();
  const user = useCurrentUser();
  const keep = useSaved('GET /performer/feeds');
  const poll = useRef<{ asked: string; id: string } | null>(null);
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<PostFaults>({});
  const [problem, setProblem] = useState<string | null>(null);

  /** The same poll is made once, however often the post is sent. */
  const pollFor = async (now: number): Promise<{ pollId?: string | null }> => {
    if (post?.poll) return values.hasPoll ? {} : { pollId: null };
    if (!values.hasPoll) return {};
    const asked = JSON.stringify([values.question, values.options, values.pollDays]);
    if (poll.current?.asked !== asked)
      poll.current = { asked, id: (await services.feeds['POST /performer/feeds/polls']({ body: pollOf(values, now) }))._id };
    return { pollId: poll.current.id };
  };

  const done = (saved: Post) => {
    forget();
    keep(saved);
    for (const part of [place, `${place}:thumbnail`, `${place}:teaser`]) releaseUploads(part);
    const isOut = saved.status === 'active' && saved.state !== 'scheduled';
    // Helpers have no page to see it on as everybody does.
    if (isOut && user?.helper === null) {
      void router.push(`/post/${saved._id}`);
      return;
    }
    showToast({ tone: 'ok', text: isOut ? 'Post published' : saved.state === 'scheduled' ? 'Post scheduled' : 'Draft saved' });
    if (user) void router.push(contentPath(user, 'feeds'));
  };

  const send = async (status: 'draft' | 'active'): Promise<void> => {
    if (isUnderWay.current) return;
    const now = Date.now();
    const found = postFaults(values, { status, post }, now);
    setFaults(found);
    setProblem(formProblem(found));
    if (Object.keys(found).length > 0) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      const body = { ...bodyOf(values, status), ...(await pollFor(now)) };
      done(await saved(post, typeOf(values), body));
    } catch (thrown) {
      setProblem(sentenceOf(problemOf(thrown, messages.saveFailed)));
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, faults, problem, send };
}
