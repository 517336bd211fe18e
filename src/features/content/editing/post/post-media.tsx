/** What a post shows: photos, one video or one sound; and the picture and the clip that everybody may see of it. */
import { services } from '@web/services/services';
import type { Finish } from '@web/uploads/uploads';
import { Notice } from '@web/ui/feedback/notice';
import { FilePick } from '../shared/file-pick';
import { FrameChoice } from '../shared/frame-choice';
import { MediaRows } from '../shared/media-rows';
import { countMaxOf, frameOf, typeOfKind, videoOf } from './post-values';
import type { MediaKind, PostFaults, PostValues } from './post-values';
import { usePlaceMedia } from '@web/uploads/use-editor-media';
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
  place: string;
  href: string;
  values: PostValues;
  faults: PostFaults;
  onChange: (next: Partial<PostValues>) => void;
  /** What a post is stays what it was first. */
  only: MediaKind | 'text' | null;
}

export function PostMedia({ place, href, values, faults, onChange, only }: PostMediaProps) {
  const { media, kind } = values;
  // A moment is one of the first file: it goes with it.
  const take = (next: PostValues['media']) => onChange({ media: next, ...(next[0]?.key === media[0]?.key ? {} : { frame: null }) });
  const { uploads, send } = usePlaceMedia({ place, href, media, onChange: take });
  const kinds = (['photo', 'video', 'audio'] as const).filter((one) => (only === null ? media.length === 0 || one === kind : one === only));
  if (only === 'text') return null;
  const video = videoOf(values);
  const frame = frameOf(values);
  return (
    <section className={styles.part} aria-label="Media">
      <MediaRows label="Files of the post" media={media} uploads={uploads} onChange={take} described={kind !== 'audio'} />
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
            <OneFile field="thumbnail" label="Add thumbnail" type="feed-thumbnail" {...{ place, href, values, onChange }} />
          ) : null}
          {kind === 'video' ? (
            <OneFile field="teaser" label="Add teaser" type="feed-teaser" {...{ place, href, values, onChange }} />
          ) : null}
        </>
      )}
      {faults.media === undefined ? null : (
        <Notice tone="danger" isFault>
          {faults.media}
        </Notice>
      )}
    </section>
  );
}

interface OneFileProps extends Pick<PostMediaProps, 'place' | 'href' | 'values' | 'onChange'> {
  field: 'thumbnail' | 'teaser';
  label: string;
  type: 'feed-thumbnail' | 'feed-teaser';
}

function OneFile({ field, label, type, place, href, values, onChange }: OneFileProps) {
  const media = values[field];
  const change = (next: PostValues['media']) => onChange({ [field]: next });
  const { uploads, send } = usePlaceMedia({ place: `${place}:${field}`, href, media, onChange: change });
  if (media.length > 0)
    return <MediaRows label={field === 'teaser' ? 'Teaser' : 'Thumbnail'} media={media} uploads={uploads} onChange={change} />;
  return <FilePick label={label} type={type} countMax={1} onFiles={(files) => send(files, type, finishes[field])} />;
}
