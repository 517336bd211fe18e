/** The media of a post: photos, one video or one audio file; and the public thumbnail and teaser. */
import { services } from '@web/services/services';
import type { Finish } from '@web/uploads/uploads';
import { Notice } from '@web/ui/feedback/notice';
import { FilePick } from '../shared/file-pick';
import { FrameChoice } from '../shared/frame-choice';
import { MediaRows } from '../shared/media-rows';
import { countMaxOf, thumbnailFrameOf, typeOfKind, videoOf } from './post-values';
import type { MediaKind, PostErrors, PostValues } from './post-values';
import { useEditorMedia } from '@web/uploads/use-editor-media';
import styles from '../shared/editing.module.css';

const finishes: Record<MediaKind | 'thumbnail' | 'teaser', Finish> = {
  photo: (sent, options) => services.feeds['POST /performer/feeds/photo/upload']({ files: { file: sent } }, options),
  video: (sent, options) => services.feeds['POST /performer/feeds/video/upload']({ files: { file: sent } }, options),
  audio: (sent, options) => services.feeds['POST /performer/feeds/audio/upload']({ files: { file: sent } }, options),
  thumbnail: (sent, options) => services.feeds['POST /performer/feeds/thumbnail/upload']({ files: { file: sent } }, options),
  teaser: (sent, options) => services.feeds['POST /performer/feeds/teaser/upload']({ files: { file: sent } }, options),
};
const labels: Record<MediaKind, string> = { photo: 'Add photos', video: 'Add video', audio: 'Add audio' };

interface PostMediaProps {
  formKey: string;
  href: string;
  values: PostValues;
  fieldErrors: PostErrors;
  onChange: (next: Partial<PostValues>) => void;
  /** The kind that the post is fixed to; null if it can change. */
  only: MediaKind | 'text' | null;
}

export function PostMedia({ formKey, href, values, fieldErrors, onChange, only }: PostMediaProps) {
  const { media, kind } = values;
  // A frame belongs to the first file and is removed with it.
  const setMedia = (next: PostValues['media']) => onChange({ media: next, ...(next[0]?.key === media[0]?.key ? {} : { frame: null }) });
  const { uploads, send } = useEditorMedia({ formKey, href, media, onChange: setMedia });
  const kinds = (['photo', 'video', 'audio'] as const).filter((one) => (only === null ? media.length === 0 || one === kind : one === only));
  if (only === 'text') return null;
  const video = videoOf(values);
  const frame = thumbnailFrameOf(values);
  return (
    <section className={styles.part} aria-label="Media">
      <MediaRows label="Files in this post" media={media} uploads={uploads} onChange={setMedia} described={kind !== 'audio'} />
      <div className={styles.picks}>
        {kinds.map((one) =>
          media.length >= countMaxOf[one] ? null : (
            <FilePick
              key={one}
              label={labels[one]}
              type={typeOfKind[one]}
              countMax={countMaxOf[one] - media.length}
              onFiles={(files) => {
                onChange({ kind: one });
                send(files, typeOfKind[one], finishes[one]);
              }}
            />
          ),
        )}
      </div>
      {media.length === 0 ? null : (
        <>
          {video === null ? null : <FrameChoice video={video} frame={frame} onChoose={(chosen) => onChange({ frame: chosen })} />}
          {frame === null ? (
            <OneFile field="thumbnail" label="Add thumbnail" type="feed-thumbnail" {...{ formKey, href, values, onChange }} />
          ) : null}
          {kind === 'video' ? (
            <OneFile field="teaser" label="Add teaser" type="feed-teaser" {...{ formKey, href, values, onChange }} />
          ) : null}
        </>
      )}
      {fieldErrors.media === undefined ? null : (
        <Notice tone="danger" isFormError>
          {fieldErrors.media}
        </Notice>
      )}
    </section>
  );
}

interface OneFileProps extends Pick<PostMediaProps, 'formKey' | 'href' | 'values' | 'onChange'> {
  field: 'thumbnail' | 'teaser';
  label: string;
  type: 'feed-thumbnail' | 'feed-teaser';
}

function OneFile({ field, label, type, formKey, href, values, onChange }: OneFileProps) {
  const media = values[field];
  const change = (next: PostValues['media']) => onChange({ [field]: next });
  const { uploads, send } = useEditorMedia({ formKey: `${formKey}:${field}`, href, media, onChange: change });
  if (media.length > 0)
    return <MediaRows label={field === 'teaser' ? 'Teaser' : 'Thumbnail'} media={media} uploads={uploads} onChange={change} />;
  return <FilePick label={label} type={type} countMax={1} onFiles={(files) => send(files, type, finishes[field])} />;
}
