/** The media of a post: photos, one video or one audio file; and the public thumbnail and teaser. */
import { services } from '@web/services/services';
import type { Finish } from '@web/uploads/uploads';
import { Notice } from '@web/ui/feedback/notice';
import { FilePicker } from '../shared/file-pick';
import { FrameChoice } from '../shared/frame-choice';
import { MediaRows } from '../shared/media-rows';
import { countMaxOf, thumbnailFrameOf, fileTypeOf, videoOf } from './post-values';
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
  /** The type that the post keeps; null if it can change. */
  fixedType: MediaKind | 'text' | null;
}

export function PostMedia({ formKey, href, values, fieldErrors, onChange, fixedType }: PostMediaProps) {
  const { media, kind } = values;
  // The thumbnail frame belongs to the first file and is removed with it.
  const setMedia = (next: PostValues['media']) => onChange({ media: next, ...(next[0]?.key === media[0]?.key ? {} : { frame: null }) });
  const { uploads, send } = useEditorMedia({ formKey, href, media, onChange: setMedia });
  const kinds = (['photo', 'video', 'audio'] as const).filter((candidate) =>
    fixedType === null ? media.length === 0 || candidate === kind : candidate === fixedType,
  );
  if (fixedType === 'text') return null;
  const video = videoOf(values);
  const frame = thumbnailFrameOf(values);
  return (
    <section className={styles.part} aria-label="Media">
      <MediaRows label="Files in this post" media={media} uploads={uploads} onChange={setMedia} hasDescriptions={kind !== 'audio'} />
      <div className={styles.picks}>
        {kinds.map((mediaKind) =>
          media.length >= countMaxOf[mediaKind] ? null : (
            <FilePicker
              key={mediaKind}
              label={labels[mediaKind]}
              type={fileTypeOf[mediaKind]}
              countMax={countMaxOf[mediaKind] - media.length}
              onFiles={(files) => {
                onChange({ kind: mediaKind });
                send(files, fileTypeOf[mediaKind], finishes[mediaKind]);
              }}
            />
          ),
        )}
      </div>
      {media.length === 0 ? null : (
        <>
          {video === null ? null : <FrameChoice video={video} frame={frame} onChoose={(chosen) => onChange({ frame: chosen })} />}
          {frame === null ? (
            <SingleFile
              field="thumbnail"
              label="Add thumbnail"
              type="feed-thumbnail"
              formKey={formKey}
              href={href}
              values={values}
              onChange={onChange}
            />
          ) : null}
          {kind === 'video' ? (
            <SingleFile
              field="teaser"
              label="Add teaser"
              type="feed-teaser"
              formKey={formKey}
              href={href}
              values={values}
              onChange={onChange}
            />
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

interface SingleFileProps extends Pick<PostMediaProps, 'formKey' | 'href' | 'values' | 'onChange'> {
  field: 'thumbnail' | 'teaser';
  label: string;
  type: 'feed-thumbnail' | 'feed-teaser';
}

function SingleFile({ field, label, type, formKey, href, values, onChange }: SingleFileProps) {
  const media = values[field];
  const change = (next: PostValues['media']) => onChange({ [field]: next });
  const { uploads, send } = useEditorMedia({ formKey: `${formKey}:${field}`, href, media, onChange: change });
  if (media.length > 0)
    return <MediaRows label={field === 'teaser' ? 'Teaser' : 'Thumbnail'} media={media} uploads={uploads} onChange={change} />;
  return <FilePicker label={label} type={type} countMax={1} onFiles={(files) => send(files, type, finishes[field])} />;
}
