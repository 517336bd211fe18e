/** All photos of the owner, in galleries and outside them. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { optionsOf } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { showToast } from '@web/ui/feedback/toast-queue';
import { EditIcon, GridIcon, ImageIcon } from '@web/ui/icons/icons';
import type { TableColumn } from '@web/ui/lists/query-table';
import { useTable } from '@web/ui/lists/use-table';
import { pollWhileProcessing } from './poll-while-processing';
import { ownPhotosRequest, photoSorts } from './requests';
import { ContentTable } from './content-table';
import { itemStateTags } from './content-labels';
import type { ContentList } from './content-lists';

type Photo = ResponseOf<'GET /performer/performer-assets/photos/search'>['data'][number];

export interface PhotoEditing {
  /** The photo editor, shown over the list; another feature provides it. */
  photoEditor: (photo: Photo, editorProps: { onClose: () => void; onChanged: () => void }) => ReactNode;
}

const filters = [{ key: 'state', label: 'Status', anyLabel: 'Any status', options: optionsOf(itemStateTags) }];

const list: ContentList<Photo> = {
  noun: { one: 'photo', many: 'photos' },
  nameOf: ({ title, description, photo }) => title || description || photo.name,
  pictureOf: ({ photo }) => photo.thumbnailUrl,
  filesOf: ({ photo }) => [photo],
  editHrefOf: () => null,
  setStatus: (id, status) => services.galleries['PUT /performer/performer-assets/photos/:id']({ params: { id }, body: { status } }),
  remove: (id) => services.galleries['DELETE /performer/performer-assets/photos/:id']({ params: { id } }),
};

const columns: readonly TableColumn<Photo>[] = [
  {
    key: 'gallery',
    title: 'Gallery',
    render: ({ galleryId, isGalleryCover }) => (galleryId === null ? 'None' : isGalleryCover ? 'Cover' : 'In a gallery'),
  },
];

export function OwnPhotos({ photoEditor }: PhotoEditing) {
  const [editedPhoto, setEdited] = useState<Photo | null>(null);
  const table = useTable(photoSorts, [...filters, { key: 'from' }, { key: 'to' }], ['tab', 'kind', 'gallery']);
  const result = useEndpoint('GET /performer/performer-assets/photos/search', ownPhotosRequest(table.urlQuery), {
    keepPreviousData: true,
    ...pollWhileProcessing(),
  });
  const setCover = async (id: string) => {
    try {
      await services.galleries['POST /performer/performer-assets/photos/set-cover/:id']({ params: { id } });
      await result.mutate();
      showToast({ tone: 'ok', text: 'Cover set' });
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    }
  };
  const editorProps = { onClose: () => setEdited(null), onChanged: () => void result.mutate() };
  return (
    <>
      <ContentTable<Photo>
        list={list}
        table={table}
        filters={filters}
        result={result}
        columns={columns}
        create={{ label: 'New gallery', href: '/creator/galleries/new' }}
        more={(photo) => [
          { label: 'Edit', icon: <EditIcon />, onPress: () => setEdited(photo) },
          ...(photo.galleryId === null
            ? []
            : [{ label: 'Open gallery', icon: <GridIcon />, href: `/creator/galleries/${photo.galleryId}` }]),
          ...(photo.galleryId === null || photo.isGalleryCover
            ? []
            : [{ label: 'Set as cover', icon: <ImageIcon />, onPress: () => void setCover(photo._id) }]),
        ]}
      />
      {editedPhoto === null ? null : photoEditor(editedPhoto, editorProps)}
    </>
  );
}
